import type {
  AgentEvent,
  AgentTurnResult,
  DecisionAnswer,
  Proposal,
  TreasuryState,
} from "@agent-treasury/contract";
import type { TestContext } from "./test-context.ts";

/** A spend as an agent proposes it. */
export interface Spend {
  readonly amountUsd: number;
  readonly vendor?: string;
  readonly purpose?: string;
  readonly category?: string;
}

/** A tool call in a model's format. */
export function toolCall(name: string, callArguments: object = {}): string {
  return `<tool_call>${JSON.stringify({ name, arguments: callArguments })}</tool_call>`;
}

/** A call that proposes a spend. */
export function spendCall({ vendor = "Acme", purpose = "pencils", ...rest }: Spend): string {
  return toolCall("propose_spend", { vendor, purpose, ...rest });
}

/** Opens and pays a checkout; returns the session's id. */
export async function paidSession(
  context: TestContext,
  amountUsd: number,
  workspaceId = "demo",
): Promise<string> {
  const { id } = await context.ok("startDeposit", { workspaceId, amountUsd });
  await context.payments.pay(id);
  return id;
}

/** Deposits through a paid checkout. */
export async function fund(
  context: TestContext,
  amountUsd: number,
  workspaceId = "demo",
): Promise<TreasuryState> {
  const sessionId = await paidSession(context, amountUsd, workspaceId);
  const { state } = await context.ok("confirmDeposit", { workspaceId, session_id: sessionId });
  return state;
}

/** Runs a turn with these answers of the model. */
export function runTurn(
  context: TestContext,
  answers: readonly string[],
  workspaceId = "demo",
): Promise<AgentTurnResult> {
  context.model.script(...answers);
  return context.ok("runTurn", { workspaceId, message: "Buy what we need from Acme." });
}

/** Proposes up to 32 spends in one answer of the model; returns the proposals in order. */
export async function proposeAll(
  context: TestContext,
  spends: readonly Spend[],
  workspaceId = "demo",
): Promise<readonly Proposal[]> {
  const { events } = await runTurn(context, [spends.map(spendCall).join("\n")], workspaceId);
  return eventsOf(events, "proposal").map(({ proposal }) => proposal);
}

export async function propose(
  context: TestContext,
  asked: Spend,
  workspaceId = "demo",
): Promise<Proposal> {
  const [proposal] = await proposeAll(context, [asked], workspaceId);
  if (proposal === undefined) throw new Error("The turn proposed nothing.");
  return proposal;
}

export function approve(
  context: TestContext,
  proposalId: string,
  workspaceId = "demo",
): Promise<DecisionAnswer> {
  return context.ok("decideProposal", { workspaceId, proposalId, decision: "approve" });
}

/** Approves a proposal of that amount, and returns the result. */
export async function spend(
  context: TestContext,
  amountUsd: number,
  workspaceId = "demo",
): Promise<Proposal> {
  const { id } = await propose(context, { amountUsd }, workspaceId);
  return (await approve(context, id, workspaceId)).proposal;
}

/** The events of one kind. */
export function eventsOf<Kind extends AgentEvent["kind"]>(
  events: readonly AgentEvent[],
  kind: Kind,
): readonly Extract<AgentEvent, { kind: Kind }>[] {
  return events.filter(
    (event): event is Extract<AgentEvent, { kind: Kind }> => event.kind === kind,
  );
}

export function readState(context: TestContext, workspaceId = "demo"): Promise<TreasuryState> {
  return context.ok("readTreasury", { workspaceId });
}

/**
 * The figures that must stay equal when no money moves: balance, expense, and number of entries.
 */
export function moneyOf({ balanceUsd, expenseUsd, ledger }: TreasuryState): readonly number[] {
  return [balanceUsd, expenseUsd, ledger.length];
}

/** The first item of a list that must have one. */
export function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error("The list is empty.");
  return item;
}
