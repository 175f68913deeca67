import type { RefundCase } from "@agent-treasury/contract";
import type { Treasury } from "@agent-treasury/treasury-core";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { allPages } from "./all-pages.ts";
import type { Given, Run } from "./command.ts";
import { dollars } from "./dollars.ts";
import {
  inWorkspace,
  operatorOption,
  withWorkspace,
  type WorkspaceOptions,
} from "./in-workspace.ts";
import { operatorOf } from "./operator.ts";
import type { Output } from "./output.ts";
import { fullId, shortIds } from "./short-ids.ts";
import { usdOf } from "./spend-options.ts";
import { personTime, tableLines } from "./table.ts";

type Reason = RefundCase["reason"];
type Update = Parameters<Treasury["refunds"]["update"]>[0]["step"];

interface NoteOptions extends WorkspaceOptions {
  readonly note?: string;
}

interface OpenOptions extends NoteOptions {
  readonly reason: Reason;
}

interface UpdateOptions extends NoteOptions {
  readonly step: Update;
}

interface RecordOptions extends WorkspaceOptions {
  readonly reference: string;
  readonly amountUsd?: number;
}

const reasons: readonly Reason[] = [
  "nothing_delivered",
  "error_delivered",
  "other_content",
  "late",
  "other",
];
const updates: readonly Update[] = [
  "refund_requested",
  "disputed",
  "delivered",
  "refused",
  "withdrawn",
];

export function addRefunds(program: Command, run: Run): void {
  const refunds = program
    .command("refunds")
    .summary("list, open and update refund cases")
    .description("Refund cases: payments that did not buy what was offered.");
  withWorkspace(refunds.command("list"))
    .summary("list refund cases, those of the newest payments first")
    .action(run(list));
  withWorkspace(refunds.command("show <id>"))
    .summary("show a case with a request to the payee and a prepared dispute")
    .action(run(show));
  withWorkspace(refunds.command("open <id>"))
    .summary("open a case for the payment of a proposal")
    .addOption(
      new Option("--reason <reason>", "what is wrong").choices(reasons).makeOptionMandatory(),
    )
    .option("--note <text>", "what happened, in a sentence")
    .addOption(operatorOption())
    .action(run(open));
  withWorkspace(refunds.command("update <id>"))
    .summary("record what you did, or how a case ended")
    .addOption(new Option("--step <step>", "what to record").choices(updates).makeOptionMandatory())
    .option("--note <text>", "for example the payee's reference of the request")
    .addOption(operatorOption())
    .action(run(update));
  withWorkspace(refunds.command("record <id>"))
    .summary("record a refund of a payment that the ledger made")
    .description(
      `Records money that the payee returned, once for each reference.
A payment by an executor needs that executor: record its refund on the page or by the service API.`,
    )
    .requiredOption("--reference <reference>", "the payee's reference of the refund")
    .option("--amount-usd <amount>", "the amount", usdOf("--amount-usd"))
    .addOption(operatorOption())
    .action(run(record));
}

async function list({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const cases = await casesOf(treasury, options.workspace);
    if (options.json) return output.print({ cases });
    if (cases.length === 0) return output.print(`${options.workspace} has no refund cases.`);
    const ids = shortIds(cases.map(({ proposalId }) => proposalId));
    const rows = cases.map((one) => [
      ids.get(one.proposalId) ?? one.proposalId,
      one.outcome ?? "open",
      one.reason,
      one.vendor,
      dollars(one.paidUsd),
      dollars(one.refundedUsd),
      personTime(one.endsAt),
    ]);
    const heads = ["ID", "STATUS", "REASON", "PAYEE", "PAID", "REFUNDED", "ENDS"];
    for (const line of tableLines(heads, rows)) output.print(line);
  });
}

async function show(given: Given<WorkspaceOptions>): Promise<0> {
  const { options, output } = given;
  return inWorkspace(given, async (treasury) => {
    const reading = await treasury.refunds.read(await placeOf(treasury, given));
    if (options.json) return output.print(reading);
    printCase(output, reading.case);
    // Each paragraph is on one line, whatever the outside texts in it.
    output.printLines(`\n${reading.letter}`);
    if (reading.dispute === null) return;
    const { reason, explanation, until } = reading.dispute;
    const end = until === null ? "" : `, until ${personTime(until)}`;
    output.print("");
    output.print(`Dispute (${reason}${end}): ${explanation}`);
  });
}

async function open(given: Given<OpenOptions>): Promise<0> {
  return changed(given, async (treasury, place, operator) => {
    const { reason, note } = given.options;
    return treasury.refunds.open({
      ...place,
      reason,
      operator,
      ...(note !== undefined && { note }),
    });
  });
}

async function update(given: Given<UpdateOptions>): Promise<0> {
  return changed(given, async (treasury, place, operator) => {
    const { step, note } = given.options;
    return treasury.refunds.update({
      ...place,
      step,
      operator,
      ...(note !== undefined && { note }),
    });
  });
}

async function record(given: Given<RecordOptions>): Promise<0> {
  return changed(given, async (treasury, place, operator) => {
    const { reference, amountUsd } = given.options;
    return treasury.refunds.record({
      ...place,
      reference,
      operator,
      ...(amountUsd !== undefined && { amountUsd }),
    });
  });
}

type Place = Parameters<Treasury["refunds"]["askAgain"]>[0];

async function changed(
  given: Given<WorkspaceOptions>,
  change: (treasury: Treasury, place: Place, operator: string) => Promise<{ case: RefundCase }>,
): Promise<0> {
  const { options, output } = given;
  return inWorkspace(given, async (treasury) => {
    const operator = operatorOf(options);
    const answer = await change(treasury, await placeOf(treasury, given), operator);
    if (options.json) output.print(answer);
    else printCase(output, answer.case);
  });
}

/** The argument is the whole id of a proposal, or the beginning of a case's. */
async function placeOf(
  treasury: Treasury,
  { argument, options }: Given<WorkspaceOptions>,
): Promise<Place> {
  if (argument === undefined) throw new CommandError("Name the proposal.");
  const cases = await casesOf(treasury, options.workspace);
  const ids = cases.map(({ proposalId }) => proposalId);
  return { workspaceId: options.workspace, proposalId: fullId(argument, ids) };
}

async function casesOf(treasury: Treasury, workspaceId: string): Promise<readonly RefundCase[]> {
  return allPages((page) => treasury.refunds.list({ workspaceId, ...page }), "cases");
}

function printCase(output: Output, found: RefundCase): void {
  const { proposalId, outcome, vendor, purpose, paidUsd, refundedUsd, endsAt, reason } = found;
  const end = outcome === null ? `open until ${personTime(endsAt)}` : outcome;
  output.print([proposalId, end, `${vendor}: ${purpose}`].join("  "));
  output.print(`${dollars(paidUsd)} paid  ${dollars(refundedUsd)} refunded  ${reason}`);
  const rows = found.steps.map((step) => [
    step.kind,
    personTime(step.at),
    step.by ?? "treasury",
    step.text ?? "",
  ]);
  for (const line of tableLines(["STEP", "AT", "BY", "NOTE"], rows)) output.print(line);
}
