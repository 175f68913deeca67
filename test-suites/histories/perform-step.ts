import { isTreasuryError } from "@agent-treasury/provider";
import {
  type LedgerState,
  type CapturedPayment,
  type Command,
  type Engine,
  type Operator,
  type PaymentIdentity,
  type ProposalStep,
  type SpendProposal,
  changesOn,
  creditPayment,
  decideProposal,
  holdPayout,
  judgeSpend,
  spendOf,
  post,
  proposalFromDoc,
  proposalKey,
  proposeSpend,
  recordCaptures,
  releaseHold,
  resetWorkspace,
  reversePayment,
  setBudget,
} from "../../packages/treasury-core/src/domain.ts";
import { type Step, vendor } from "./history.ts";
import { notConnected } from "./model/apply-step.ts";

const terms = { executor: "histories", mode: "sandbox", lease: "only", leaseMs: 60_000 } as const;

/**
 * Performs a step through a committer, and returns the caller's result. `decided` receives each
 * decision time; the last one counts.
 */
export async function performStep(
  engine: Engine,
  payment: PaymentIdentity | null,
  workspaceId: string,
  step: Step,
  decided: (now: number) => void = () => {},
): Promise<string> {
  const command = commandOf(engine, payment, step);
  if (command === null) return notConnected;
  const reduce: Command<string>["reduce"] = (ledger, now) => {
    decided(now);
    return command.reduce(ledger, now);
  };
  try {
    return await engine.committer.run(workspaceId, { ...command, reduce });
  } catch (error) {
    if (isTreasuryError(error)) return error.code;
    throw error;
  }
}

function ada(verified: boolean): Operator {
  return { name: "Ada", verified, id: verified ? "ada" : null, groups: [] };
}

function commandOf(
  { policy, identifiers }: Engine,
  payment: PaymentIdentity | null,
  step: Step,
): Command<string> | null {
  const salt = identifiers.random();
  switch (step.kind) {
    case "propose": {
      const { id, amount, purpose } = step;
      const spend = {
        id,
        agentId: "agent",
        amount,
        vendor,
        purpose,
        category: null,
        payment,
        salt,
      };
      return telling(proposeSpend(spend, policy), tell);
    }
    case "decide": {
      const operator = ada(true);
      const decision = { proposalId: step.id, decision: step.decision, operator, comment: null };
      return telling(decideProposal({ ...decision, payment, salt }, policy), tell);
    }
    case "hold":
      return proposalStep(step.id, "pending", "nothing to hold", (ledger, proposal, now) => {
        const { autoApproved } = step;
        const approved = { ...proposal, status: "approved", autoApproved, decidedAt: now } as const;
        const spend = { ...approved, expiresAt: null };
        const rail = terms.executor;
        const context = { ledger, policy, now };
        const judgement = judgeSpend(context, spendOf(spend), rail, "execution");
        return holdPayout.begin(context, spend, judgement, { hold: terms, salt });
      });
    case "settle":
      return proposalStep(step.id, "approved", "nothing held", (ledger, held, now) =>
        recordCaptures({ ledger, policy, now }, held, paymentOf(step, salt)),
      );
    case "release":
      return proposalStep(step.id, "approved", "nothing held", (ledger, held, now) =>
        releaseHold({ ledger, policy, now }, held, "The vendor declined."),
      );
    case "credit":
      return creditCommand(step, payment, salt);
    case "reverse": {
      const { reversal: id, session: reference, amount } = step;
      const provider = "sandbox";
      const reversal = { provider, id, reference, amount, description: "Refunded", salt };
      return telling(reversePayment(reversal), (answer) => answer);
    }
    case "refund":
      return refundCommand(step, salt);
    case "set_budget": {
      const operator = ada(true);
      return telling(
        setBudget({ overrides: step.overrides, operator, auditId: salt }),
        () => "set",
      );
    }
    case "reset": {
      const { verified } = step;
      return telling(resetWorkspace(ada(verified), policy), () => "reset");
    }
  }
}

function paymentOf(
  { id, captured }: Extract<Step, { kind: "settle" }>,
  salt: string,
): CapturedPayment {
  return { captures: [{ id: `capture ${id}`, amount: captured }], reference: id, salt };
}

function telling<Answer>(
  command: Command<Answer>,
  words: (answer: Answer) => string,
): Command<string> {
  return {
    ...command,
    reduce: (ledger, now) => {
      const outcome = command.reduce(ledger, now);
      return { ...outcome, answer: words(outcome.answer) };
    },
  };
}

function tell({ status, verdict, autoApproved }: SpendProposal): string {
  return `${status} ${verdict}${autoApproved ? " by policy" : ""}`;
}

/** A step of an external spend, as its payer would perform it. */
function proposalStep(
  id: string,
  status: SpendProposal["status"],
  otherwise: string,
  take: (ledger: LedgerState, proposal: SpendProposal, now: number) => ProposalStep,
): Command<string> {
  const key = proposalKey(id);
  return {
    name: "proposal_step",
    reads: [key],
    reduce: (ledger, now) => {
      const doc = ledger.doc(key);
      const known = doc?.epoch === ledger.head.epoch ? proposalFromDoc(doc) : undefined;
      if (known?.status !== status) return { kind: "unchanged", answer: otherwise };
      const { proposal, changes } = take(ledger, known, now);
      return { kind: "changed", answer: tell(proposal), changes };
    },
  };
}

function creditCommand(
  { session, type, amount }: Extract<Step, { kind: "credit" }>,
  payment: PaymentIdentity | null,
  salt: string,
): Command<string> | null {
  if (payment === null) return null;
  const claim = { kind: "deposit", id: session };
  const collected = { type, amount, description: "Credit", claim, reference: session };
  return telling(creditPayment({ ...collected, payment, salt }), ({ duplicate }) =>
    duplicate ? "credited before" : "credited",
  );
}

function refundCommand(
  { amount }: Extract<Step, { kind: "refund" }>,
  salt: string,
): Command<string> {
  return {
    name: "refund",
    reads: [],
    reduce: (ledger, now) => {
      const posting = { type: "expense", amount, description: "Refund", salt } as const;
      const refund = { ...posting, reversalOf: "entry_1_1" };
      const posted = post(ledger.workspaceId, ledger.head, refund, now);
      if (isTreasuryError(posted)) throw posted;
      const changes = changesOn(ledger, { head: posted.head, entries: [posted.entry] });
      return { kind: "changed", answer: "refunded", changes };
    },
  };
}
