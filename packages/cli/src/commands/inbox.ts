import type { AdministrativeAction, Decision, Inbox, Proposal } from "@agent-treasury/contract";
import type { Storage } from "@agent-treasury/provider";
import { openDeployment } from "@agent-treasury/server";
import type { Treasury } from "@agent-treasury/treasury-core";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { changeOf, describeAction } from "./action-text.ts";
import { type ExitCode, type Given, type Run, databaseOption } from "./command.ts";
import { counted } from "./counted.ts";
import { openExistingDatabase } from "./database.ts";
import { dollars } from "./dollars.ts";
import { operatorOption } from "./in-workspace.ts";
import { openTreasury } from "./open-treasury.ts";
import { type NamedOperator, namedOperator } from "./operator.ts";
import { fullId, shortIds } from "./short-ids.ts";
import { personTime, tableLines } from "./table.ts";

interface ListOptions {
  readonly all?: true;
}

interface DecideOptions extends NamedOperator {
  readonly comment?: string;
}

export function addInbox(program: Command, run: Run): void {
  const inbox = program
    .command("inbox")
    .summary("list, approve and deny what needs approval in all workspaces")
    .description(
      `Lists pending spends and administrative actions of all workspaces, the oldest 50 spends of each.
With approve or deny, decides one of them.

Exit code 1: some workspaces could not be read.`,
    )
    .option("--all", "list all pending spends")
    .addOption(databaseOption())
    .action(run(list));
  for (const decision of ["approve", "deny"] as const) {
    inbox
      .command(`${decision} <id>`)
      .summary(`${decision} a spend or an administrative action`)
      .description(
        `${decision === "approve" ? "Approves" : "Denies"} a spend or an administrative action of any workspace. The id may be shortened.
Reads the same settings as the server, and pays an approved spend with the payment executors
of these settings. An app with executors in its code decides on its page.

Exit code 1: the payment is not possible or failed.`,
      )
      .option("--comment <text>", "for the agent and the audit record (spends only)")
      .addOption(operatorOption())
      .addOption(databaseOption())
      .action(run(decide(decision)));
  }
}

type Pending = Omit<Inbox, "cursor">;

async function list({ options, env, output }: Given<ListOptions>): Promise<ExitCode> {
  const treasury = openTreasury(await openExistingDatabase(env));
  try {
    const inbox = await readInbox(treasury, options.all === true);
    if (options.json) output.print(inbox);
    else for (const line of linesOf(inbox)) output.print(line);
    for (const line of restOf(inbox)) output.complain(line);
    return inbox.notDone.length === 0 ? 0 : 1;
  } finally {
    await treasury.close();
  }
}

async function readInbox(treasury: Treasury, isComplete: boolean): Promise<Pending> {
  const all = { proposals: [], actions: [], workspaces: [], notDone: [] } as Pending;
  for (let cursor: string | null = "0"; cursor !== null;) {
    const page: Inbox = await treasury.inbox({ cursor });
    all.proposals.push(...page.proposals);
    all.actions.push(...page.actions);
    all.workspaces.push(...page.workspaces);
    all.notDone.push(...page.notDone);
    ({ cursor } = page);
  }
  if (!isComplete) return all;
  for (const { workspaceId } of unlisted(all)) {
    const { proposals } = await treasury.state(workspaceId);
    const others = all.proposals.filter((one) => one.workspaceId !== workspaceId);
    all.proposals.splice(0, Infinity, ...others, ...proposals.filter(isPending).toReversed());
  }
  return all;
}

function isPending({ status }: Proposal): boolean {
  return status === "pending";
}

/** The workspaces with more pending spends than the list has. */
function unlisted({ proposals, workspaces }: Pending): { workspaceId: string; count: number }[] {
  return workspaces.flatMap(({ workspaceId, pendingCount }) => {
    const listed = proposals.filter((one) => one.workspaceId === workspaceId).length;
    return pendingCount > listed ? [{ workspaceId, count: pendingCount - listed }] : [];
  });
}

function restOf(inbox: Pending): readonly string[] {
  return [
    ...unlisted(inbox).map(
      ({ workspaceId, count }) =>
        `${workspaceId} has ${counted(count, "more pending spend")}. Add --all to list all.`,
    ),
    ...inbox.notDone.map(
      ({ workspaceId, problem }) => `${workspaceId} could not be read: ${problem}`,
    ),
  ];
}

const heads = ["ID", "WORKSPACE", "AMOUNT", "WHAT", "SINCE", "APPROVED"];

function linesOf({ proposals, actions, notDone }: Pending): readonly string[] {
  const ids = shortIds([...proposals, ...actions].map(({ id }) => id));
  const rowOf = (
    { id, workspaceId, approvals: { given, needed } }: Proposal | AdministrativeAction,
    amount: string,
    what: string,
    since: string,
  ): readonly string[] => [
    ids.get(id) ?? id,
    workspaceId,
    amount,
    what,
    personTime(since),
    `${given} of ${needed}`,
  ];
  const rows = [
    ...proposals.map((one) =>
      rowOf(one, dollars(amountOf(one)), `${one.vendor}: ${one.purpose}`, one.createdAt),
    ),
    ...actions.map((one) =>
      rowOf(one, "", [one.type, changeOf(one)].filter(Boolean).join(": "), one.startedAt),
    ),
  ];
  if (rows.length > 0) return tableLines(heads, rows);
  return notDone.length > 0 ? [] : ["Nothing needs approval."];
}

function decide(decision: Decision): (given: Given<DecideOptions>) => Promise<ExitCode> {
  return async ({ argument: given, options, env, output }) => {
    if (given === undefined) throw new CommandError(`Name the id to ${decision}.`);
    const operator = namedOperator(options);
    const storage = await openExistingDatabase(env);
    const { treasury } = await openDeployment({ env, storage, recoverySeconds: false });
    try {
      const { proposals, actions } = await readInbox(treasury, true);
      const id = fullId(
        given,
        [...proposals, ...actions].map((one) => one.id),
      );
      const action = actions.find((one) => one.id === id);
      if (action !== undefined) {
        const { workspaceId } = action;
        const decided = await treasury.actions.decide({
          workspaceId,
          actionId: id,
          decision,
          operator,
        });
        output.print(options.json ? decided : describeAction(decided.action));
        return 0;
      }
      const proposal = proposals.find((one) => one.id === id);
      if (proposal === undefined) {
        throw new CommandError(
          `Nothing with the id ${JSON.stringify(given)} needs approval. See agent-treasury inbox --all.`,
        );
      }
      if (decision === "approve") await requireOwnRail(storage, proposal);
      const { workspaceId, digest } = proposal;
      const decided = await treasury.decide({
        workspaceId,
        proposalId: id,
        decision,
        operator,
        ...(digest !== null && { digest }),
        ...(options.comment !== undefined && { comment: options.comment }),
      });
      output.print(options.json ? { proposal: decided } : outcomeOf(decided));
      return decided.status === "failed" ? 1 : 0;
    } finally {
      await treasury.close();
    }
  };
}

/**
 * The payment executors of the environment need a quote. A spend without one, for which the app
 * chose an executor of its code, would be recorded here without being paid.
 */
async function requireOwnRail(
  storage: Storage,
  { workspaceId, id, quote }: Proposal,
): Promise<void> {
  if (quote !== null) return;
  const keys = [{ kind: "proposal", id }];
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const body = snapshot?.found[0]?.body as { readonly facts?: { readonly proposed?: unknown } };
  const facts = body?.facts?.proposed;
  const [, others = {}] = Array.isArray(facts) ? (facts as [string, { rail?: string }?]) : [];
  if (facts !== undefined && others.rail === undefined) return;
  const rail = others.rail === undefined ? "an unknown executor" : JSON.stringify(others.rail);
  throw new CommandError(
    `The spend is paid by ${rail}, which these settings do not connect. Approve it on the page of your app.`,
  );
}

/** What was paid, otherwise what approvers allow at most. */
function amountOf({ status, capturedUsd, approvedAmountUsd, amountUsd }: Proposal): number {
  return status === "executed" ? capturedUsd : (approvedAmountUsd ?? amountUsd);
}

function outcomeOf(proposal: Proposal): string {
  const { status, vendor, failure, approvals } = proposal;
  const { given, needed, missing } = approvals;
  const spend = `${dollars(amountOf(proposal))} to ${vendor}`;
  if (status === "pending") {
    return `Approved ${spend}: ${given} of ${needed}, needs ${missing.join(" and ")}.`;
  }
  return `${spend}: ${status}${failure === null ? "" : `. ${failure}`}`;
}
