import type { Decision, Proposal, TreasuryState } from "@agent-treasury/contract";
import { TreasuryError, type View } from "@agent-treasury/provider";
import { keyedCommand, type KeyedRequest } from "../../idempotency/keyed-request.ts";
import { changesOn, type Command, type Outcome, refused } from "../../ledger/command.ts";
import type { DurableGroup } from "../../ledger/commit/workspace-state.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { Operator } from "../../ledger/operator.ts";
import {
  type PaymentIdentity,
  isSamePayment,
  paymentModeChanged,
} from "../../ledger/payment-identity.ts";
import { type Engine, paymentIdentityOf } from "../engine.ts";
import { carryOut, holdRefusal, type HoldTerms } from "../payouts/hold-spend.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import {
  asOf,
  isExpired,
  proposalFromDoc,
  proposalNotFound,
  proposalToDoc,
} from "../proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../proposals/proposal.ts";
import { proposalToWire } from "../wire.ts";
import { proposalIn, readProposal, readTreasury, stateOf } from "./read-treasury.ts";
import { viewAfter, viewShown } from "./shown-proposals.ts";

const attempts = 5;

/** Authorization of one decision. */
export interface DecisionPermission {
  /** The state that was authorized. */
  readonly view: View;
  readonly proposal: Proposal | null;
  /** Rejects if the current proposal is denied. */
  askAgain(proposal: Proposal | null): Promise<void>;
}

/** One read serves the authorization, the command and the response. */
export async function permissionToDecide(
  engine: Engine,
  workspaceId: string,
  proposalId: string,
  ask: (proposal: Proposal | null) => Promise<void>,
): Promise<DecisionPermission> {
  const { committer, storage } = engine;
  const view = await committer.see(workspaceId, () => viewShown(storage, workspaceId));
  const proposal =
    proposalIn(view, workspaceId, proposalId) ??
    (await readProposal(engine, workspaceId, proposalId));
  await ask(proposal);
  return { view, proposal, askAgain: ask };
}

export type PersonsDecision = Omit<DecisionInput, "payment" | "salt" | "hold"> & {
  /** Omit if no authorization is needed. */
  readonly permission?: DecisionPermission | null;
};

/**
 * Resolves once the decision is durable and an external payment's outcome is recorded. If the
 * proposal changed after its authorization, it is authorized again.
 */
export async function decide(
  engine: Engine,
  workspaceId: string,
  decision: PersonsDecision,
  keyed: KeyedRequest | null = null,
): Promise<Proposal> {
  const { spend } = await decideDurably(engine, workspaceId, decision, keyed);
  return proposalToWire(workspaceId, spend);
}

export async function decideAndShow(
  engine: Engine,
  workspaceId: string,
  decision: PersonsDecision,
  keyed: KeyedRequest | null,
): Promise<{ readonly proposal: Proposal; readonly state: TreasuryState }> {
  const { spend, group } = await decideDurably(engine, workspaceId, decision, keyed);
  const { permission } = decision;
  const view = permission && group && viewAfter(permission.view, group);
  return {
    proposal: proposalToWire(workspaceId, spend),
    state: view ? stateOf(engine, workspaceId, view) : await readTreasury(engine, workspaceId),
  };
}

interface Decided {
  readonly spend: SpendProposal;
  /** Null after an external payment, because later commits follow. */
  readonly group: DurableGroup | null;
}

async function decideDurably(
  engine: Engine,
  workspaceId: string,
  { permission, ...decision }: PersonsDecision,
  keyed: KeyedRequest | null,
): Promise<Decided> {
  const { committer, policy, identifiers, external } = engine;
  const { proposalId } = decision;
  const given = { ...decision, payment: paymentIdentityOf(engine), salt: identifiers.random() };
  let permitted = permission?.proposal;
  const commandWith = (hold?: HoldTerms): Command<SpendProposal> => {
    const command = decideProposal({ ...given, ...(hold && { hold }) }, policy);
    const once = keyedCommand(command, keyed, (ledger) => decidedBefore(ledger, proposalId));
    return permitted === undefined ? once : onlyOn(permitted, once, proposalId);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (external !== null && decision.decision === "approve") {
        const commit = (hold: HoldTerms) => committer.run(workspaceId, commandWith(hold));
        return { spend: await external.carryOut(workspaceId, commit), group: null };
      }
      const group = await committer.runInGroup(workspaceId, commandWith());
      return { spend: group.answer, group };
    } catch (error) {
      if (!(error instanceof ProposalChanged) || !permission || attempt === attempts) throw error;
      permitted = error.proposal;
      await permission.askAgain(permitted);
    }
  }
}

class ProposalChanged extends TreasuryError {
  readonly proposal: Proposal | null;

  constructor(proposal: Proposal | null) {
    super("service_busy", "The proposal changed while the decision was being authorized.", {
      headers: { "retry-after": "1" },
    });
    this.proposal = proposal;
  }
}

/** Restricts a command to the authorized version of the proposal. */
function onlyOn<Answer>(
  permitted: Proposal | null,
  command: Command<Answer>,
  proposalId: string,
): Command<Answer> {
  const expected = JSON.stringify(permitted);
  return {
    ...command,
    reduce: (ledger, now) => {
      const current = currentProposal(ledger, proposalId, now);
      return JSON.stringify(current) === expected
        ? command.reduce(ledger, now)
        : refused(new ProposalChanged(current));
    },
  };
}

function currentProposal(ledger: LedgerState, proposalId: string, now: number): Proposal | null {
  const doc = ledger.doc(proposalKey(proposalId));
  if (doc === undefined || doc.epoch !== ledger.head.epoch) return null;
  return proposalToWire(ledger.workspaceId, asOf(proposalFromDoc(doc), now));
}

/** Returns the proposal even after a reset, because the decision was recorded. */
function decidedBefore(ledger: LedgerState, proposalId: string): SpendProposal {
  const doc = ledger.doc(proposalKey(proposalId));
  if (doc === undefined) throw new Error("A decision is recorded, but its proposal is missing.");
  return proposalFromDoc(doc);
}

export interface DecisionInput {
  readonly proposalId: string;
  readonly decision: Decision;
  readonly operator: Operator;
  readonly comment: string | null;
  readonly payment: PaymentIdentity | null;
  /** 128 random bits. */
  readonly salt: string;
  /** Omitted if the entry itself is the payment. */
  readonly hold?: HoldTerms;
}

/**
 * The same commit executes an approved spend or holds its amount. Repeating the decision changes
 * nothing; the opposite one is rejected.
 */
export function decideProposal(
  input: DecisionInput,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "decide_proposal",
    reads: [proposalKey(input.proposalId)],
    reduce: (ledger, now) => reduceDecision(ledger, input, policy, now),
  };
}

function reduceDecision(
  ledger: LedgerState,
  input: DecisionInput,
  policy: SpendingPolicy,
  now: number,
): Outcome<SpendProposal> {
  const doc = ledger.doc(proposalKey(input.proposalId));
  if (doc === undefined || doc.epoch !== ledger.head.epoch) {
    return refused(proposalNotFound(ledger.workspaceId, input.proposalId));
  }
  const proposal = proposalFromDoc(doc);
  if (proposal.status !== "pending") return decideAgain(proposal, input.decision);
  const decided: SpendProposal = {
    ...proposal,
    operator: input.operator.name,
    operatorVerified: input.operator.verified,
    comment: input.comment,
    decidedAt: now,
    expiresAt: null,
  };
  if (input.decision === "deny") {
    const denied: SpendProposal = { ...decided, status: "denied" };
    return {
      kind: "changed",
      answer: denied,
      changes: changesOn(ledger, { put: [proposalToDoc(denied)] }),
    };
  }
  const { payment } = ledger.head.account;
  if (!isSamePayment(payment, input.payment)) {
    return refused(paymentModeChanged(payment, input.payment));
  }
  const refusal = holdRefusal(ledger, input.hold);
  if (refusal !== null) return refused(refusal);
  const approved: SpendProposal = { ...decided, status: "approved" };
  const step = carryOut(ledger, approved, policy, input.hold, input.salt, now);
  return { kind: "changed", answer: step.proposal, changes: step.changes };
}

function decideAgain(proposal: SpendProposal, decision: Decision): Outcome<SpendProposal> {
  const made: Decision = proposal.status === "denied" ? "deny" : "approve";
  if (decision === made) return { kind: "unchanged", answer: proposal };
  if (isExpired(proposal)) {
    return refused(
      new TreasuryError("proposal_expired", "The proposal expired before it was approved."),
    );
  }
  const by =
    proposal.operator ??
    (proposal.autoApproved || proposal.verdict === "blocked" ? "policy" : "an operator");
  return refused(
    new TreasuryError(
      "already_decided",
      `The proposal was ${made === "deny" ? "denied" : "approved"} by ${by} and is ${proposal.status}.`,
    ),
  );
}
