import type { ReplayChange, ReplayReport, ReplayTotals } from "@agent-treasury/contract";
import { asText, csvLine } from "../export/csv-lines.ts";
import { counted } from "./counted.ts";
import { dollars } from "./dollars.ts";

const columns = [
  "proposalId",
  "createdAt",
  "vendor",
  "agentId",
  "amountUsd",
  "before",
  "after",
  "foundBefore",
  "foundAfter",
  "unknown",
] as const;

/** One line for each changed spend, then one for each that cannot be known. */
export function replayCsv({ changes, unknowns }: ReplayReport): readonly string[] {
  const line = (row: Partial<Record<(typeof columns)[number], string | null>>): string =>
    csvLine(columns.map((column) => row[column] ?? ""));
  return [
    columns.join(","),
    ...changes.map(({ before, after, foundBefore, foundAfter, ...spend }) =>
      line({
        ...cellsOf(spend),
        before,
        after,
        foundBefore: asText(foundBefore?.text ?? null),
        foundAfter: asText(foundAfter?.text ?? null),
      }),
    ),
    ...unknowns.map(({ outcome, reason, ...spend }) =>
      line({ ...cellsOf(spend), before: outcome, unknown: reason }),
    ),
  ];
}

function cellsOf({
  proposalId,
  createdAt,
  vendor,
  agentId,
  amountUsd,
}: Pick<ReplayChange, "proposalId" | "createdAt" | "vendor" | "agentId" | "amountUsd">) {
  return { proposalId, createdAt, vendor: asText(vendor), agentId, amountUsd: String(amountUsd) };
}

export function totalLines({ beforeUsd, ifNoneUsd, ifAllUsd }: ReplayTotals): readonly string[] {
  return [
    `Approved:                              ${dollars(beforeUsd)}`,
    `  under the rules, if none that waits: ${dollars(ifNoneUsd)}`,
    `  under the rules, if all that wait:   ${dollars(ifAllUsd)}`,
  ];
}

/** For a terminal: totals, then the changed spends. */
export function replayTable(report: ReplayReport): readonly string[] {
  const { spends, changed, unknown, totals, isComplete } = report;
  return [
    `${counted(spends, "spend")}, ${changed} with another outcome, ${unknown} unknown.`,
    ...(isComplete ? [] : ["Older spends were not read, because there are too many."]),
    ...outcomeLines(report),
    "",
    ...totalLines(totals),
    ...groupLines("Vendors", report.vendors),
    ...groupLines("Agents", report.agents),
    ...changeLines(report),
    ...unknownLines(report),
  ];
}

function outcomeLines({ outcomes }: ReplayReport): readonly string[] {
  return outcomes
    .filter(({ before, after }) => before > 0 || after > 0)
    .map(({ outcome, before, after }) => `  ${outcome.padEnd(10)} ${before} -> ${after}`);
}

const groupsShown = 10;

function groupLines(title: string, groups: ReplayReport["vendors"]): readonly string[] {
  const changed = groups.filter((group) => group.changed > 0).slice(0, groupsShown);
  if (changed.length === 0) return [];
  return [
    "",
    `${title} with changes:`,
    ...changed.map(
      ({ id, name, changed: spends, beforeUsd, ifNoneUsd, ifAllUsd }) =>
        `  ${name ?? id}  ${counted(spends, "spend")}, ${dollars(beforeUsd)} -> ${dollars(ifNoneUsd)} to ${dollars(ifAllUsd)}`,
    ),
  ];
}

function changeLines({ changes, changed }: ReplayReport): readonly string[] {
  if (changes.length === 0) return [];
  const left = changed - changes.length;
  return [
    "",
    "Changed spends, newest first:",
    ...changes.map(
      ({ proposalId, createdAt, vendor, amountUsd, before, after, foundAfter }) =>
        `  ${createdAt}  ${proposalId}  ${dollars(amountUsd)}  ${vendor ?? "[erased]"}  ${before} -> ${after}${foundAfter === null ? "" : `  ${foundAfter.text}`}`,
    ),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

const reasons: Readonly<Record<ReplayReport["unknowns"][number]["reason"], string>> = {
  facts: "an earlier version did not record limits and balance",
  vendor: "the vendor was erased without its hash",
  judge: "the judge was not asked",
  approvers: "the approvers were not recorded",
  allocation: "other spends would have used the allocation differently",
  clock: "the storage's clock was set back",
};

function unknownLines({ unknownReasons }: ReplayReport): readonly string[] {
  if (unknownReasons.length === 0) return [];
  return [
    "",
    "Unknown, counted with their outcome in fact:",
    ...unknownReasons.map(({ reason, spends }) => `  ${spends}: ${reasons[reason]}`),
  ];
}
