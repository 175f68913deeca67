import type { ParsedInput, Proposal } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { SignedDecision } from "../approvals/signed-decision.ts";
import { type Engine, paymentIdentityOf } from "../engine.ts";
import { invalidRequest } from "../errors.ts";
import { keyedCommand, type KeyedRequest } from "../idempotency/keyed-request.ts";
import type { HoldChoice } from "../judgement/hold-terms.ts";
import { whileObserved } from "../judgement/observed.ts";
import type { Command } from "../ledger/command.ts";
import type { DurableGroup } from "../ledger/commit/run-group.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import { proposalFromDoc } from "../proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../proposals/proposal.ts";
import { proposalIn, readProposal } from "../views/read-treasury.ts";
import { viewShown } from "../views/shown-proposals.ts";
import { proposalToWire, shownAt } from "../views/wire.ts";
import { type DecisionInput, decideProposal } from "./decide-proposal.ts";

const attempts = 5;

/** The proposal that was authorized. */
interface Permitted {
  readonly proposal: Proposal | null;
  /** The workspace's version in which it is pending. Null if unknown. */
  readonly version: number | null;
}

/** Authorization of one decision. */
export interface DecisionPermission extends Permitted {
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
  const seen = proposalIn(view, workspaceId, proposalId);
  const proposal = seen ?? (await readProposal(engine, workspaceId, proposalId));
  await ask(proposal);
  const version = seen?.status === "pending" ? Number(view.head?.version) : null;
  return { proposal, version, askAgain: ask };
}

type ChosenField = "proposalId" | "decision" | "comment" | "digest" | "approvedAmount";

/**
 * What a request decides.
 *
 * @throws TreasuryError `invalid_request` for an invalid amount.
 */
export function decisionIn({
  approvedAmountUsd,
  ...input
}: ParsedInput<"decideProposal">): Required<Pick<DecisionInput, ChosenField>> {
  const { proposalId, decision, comment = null, digest = null } = input;
  const chosen = { proposalId, decision, comment, digest };
  if (approvedAmountUsd === undefined) return { ...chosen, approvedAmount: null };
  if (decision === "deny") throw invalidRequest("`approvedAmountUsd` is only for approvals.");
  return { ...chosen, approvedAmount: amountFromUsd(approvedAmountUsd, "approvedAmountUsd") };
}

type MadeHere = "askedAt" | "hold" | "payment" | "salt" | "passkey";

export type PersonsDecision = Omit<DecisionInput, MadeHere> & {
  readonly signed?: SignedDecision | null;
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

export interface Decided {
  readonly spend: SpendProposal;
  /** Null after an external payment, because later commits follow. */
  readonly group: DurableGroup | null;
}

/** As `decide`, with all that is known of the proposal after it. */
export async function decideDurably(
  engine: Engine,
  workspaceId: string,
  { permission, signed = null, ...decision }: PersonsDecision,
  keyed: KeyedRequest | null,
): Promise<Decided> {
  const { committer, policy, identifiers, external, clock } = engine;
  const { proposalId } = decision;
  const made = { payment: paymentIdentityOf(engine), salt: identifiers.random() };
  const signature = signed && { digest: signed.digest, passkey: signed.evidence };
  const given = { ...decision, ...signature, ...made, askedAt: clock.now() };
  let permitted: Permitted | null = permission ?? null;
  if (external !== null && decision.decision === "approve") {
    const { approvedAmount = null } = decision;
    const reason = await external.preflightDecision(workspaceId, proposalId, approvedAmount);
    if (reason !== null) throw new TreasuryError("payment_not_possible", reason);
  }
  const commandWith = (hold?: HoldChoice): Command<SpendProposal> => {
    const plain = decideProposal({ ...given, ...(hold && { hold }) }, policy);
    const command = signed === null ? plain : signed.within(plain);
    const once = keyedCommand(command, keyed, (ledger) => decidedBefore(ledger, proposalId));
    return permitted === null ? once : onlyOn(permitted, once, proposalId);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (external !== null && decision.decision === "approve") {
        const commit = (hold: HoldChoice) =>
          whileObserved(policy, () => committer.run(workspaceId, commandWith(hold)));
        return { spend: await external.carryOut(workspaceId, commit), group: null };
      }
      const run = () => committer.runInGroup(workspaceId, commandWith());
      const isApproval = decision.decision === "approve";
      const group = await (isApproval ? whileObserved(policy, run) : run());
      return { spend: group.answer, group };
    } catch (error) {
      if (!(error instanceof ProposalChanged) || !permission || attempt === attempts) throw error;
      permitted = { proposal: error.proposal, version: null };
      await permission.askAgain(error.proposal);
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
  { proposal, version }: Permitted,
  command: Command<Answer>,
  proposalId: string,
): Command<Answer> {
  return {
    ...command,
    reduce: (ledger, now) => {
      const [present, position] = ledger.order;
      if (present === version && position === 0) return command.reduce(ledger, now);
      const current = currentProposal(ledger, proposalId, now);
      if (JSON.stringify(current) !== JSON.stringify(proposal)) throw new ProposalChanged(current);
      return command.reduce(ledger, now);
    },
  };
}

function currentProposal(ledger: LedgerState, proposalId: string, now: number): Proposal | null {
  const doc = ledger.doc(proposalKey(proposalId));
  if (doc === undefined || doc.epoch !== ledger.head.epoch) return null;
  return shownAt(ledger.workspaceId, doc, now);
}

/** Returns the proposal even after a reset, because the decision was recorded. */
function decidedBefore(ledger: LedgerState, proposalId: string): SpendProposal {
  const doc = ledger.doc(proposalKey(proposalId));
  if (doc === undefined) throw new Error("A decision is recorded, but its proposal is missing.");
  return proposalFromDoc(doc);
}
