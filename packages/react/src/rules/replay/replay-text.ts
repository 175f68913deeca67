import type { ReplayReport, RuleDraft } from "@agent-treasury/sdk-client";
import { counted } from "../../administration/action-text.ts";
import { csvText } from "../../format/csv.ts";

export type ReplayChange = ReplayReport["changes"][number];
export type ReplayGroup = ReplayReport["vendors"][number];
type Outcome = ReplayChange["before"];

export const outcomeNames: Readonly<Record<Outcome, string>> = {
  automatic: "Approved automatically",
  approved: "Approved",
  waits: "Needs approval",
  declined: "Denied by a person",
  denied: "Denied by rules",
  failed: "Failed at a limit",
};

type ReplayCounts = Pick<ReplayReport, "spends" | "changed" | "unknown">;

/** Returns the result of a replay as one sentence. */
export function replaySummary({ spends, changed, unknown }: ReplayCounts): string {
  if (spends === 0) return "No spend was proposed in this range.";
  const of = `of ${counted(spends, "spend")}`;
  const result =
    changed === 0
      ? `None ${of} would have another outcome.`
      : `${changed.toLocaleString("en-US")} ${of} would have another outcome.`;
  if (unknown === 0) return result;
  return `${result} For ${counted(unknown, "spend")} it cannot be known.`;
}

/** Returns which spends of the saved draft are replayed. */
export function draftRangeText({ days, replayDaily, lastReplay }: RuleDraft): string {
  if (!replayDaily) return "Not replayed daily.";
  const text = `Replayed daily over the last ${counted(days, "day")}.`;
  if (lastReplay === null) return `${text} Not replayed yet.`;
  return lastReplay.isComplete ? text : `${text} The oldest spends are missing.`;
}

/** Returns why the outcome of some spends cannot be known, one sentence for each reason. */
export function unknownTexts({ unknownReasons }: ReplayReport): readonly string[] {
  return unknownReasons.map(
    ({ reason, spends }) => `${counted(spends, "spend")}: ${reasonTexts[reason]}`,
  );
}

const reasonTexts = {
  facts: "an earlier version did not record limits and balance.",
  vendor: "the vendor was erased.",
  judge: "the judge was not asked.",
  approvers: "the approvers were not recorded.",
  allocation: "other spends would have used the allocation differently.",
  clock: "the clock of the storage was set back.",
} as const;

/** Returns the rule or limit that decided, for a table. */
export function foundText(found: ReplayChange["foundBefore"]): string {
  return found === null ? "No rule" : found.rule;
}

/** Writes the changed spends as CSV. */
export function replayCsv({ changes }: ReplayReport): string {
  const columns = [
    "proposalId",
    "createdAt",
    "vendor",
    "agentId",
    "amountUsd",
    "before",
    "after",
    "ruleBefore",
    "ruleAfter",
  ];
  return csvText([
    columns,
    ...changes.map((change) => [
      change.proposalId,
      change.createdAt,
      change.vendor,
      change.agentId,
      change.amountUsd,
      change.before,
      change.after,
      change.foundBefore?.rule ?? null,
      change.foundAfter?.rule ?? null,
    ]),
  ]);
}
