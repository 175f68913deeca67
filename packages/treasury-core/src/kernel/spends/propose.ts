import type { Proposal } from "@agent-treasury/contract";
import { withEvidence } from "../approvals/approval-evidence.ts";
import { type Engine, paymentIdentityOf } from "../engine.ts";
import {
  doneDoc,
  findRecord,
  type KeyedRequest,
  recordKeyOf,
} from "../idempotency/keyed-request.ts";
import type { HoldChoice } from "../judgement/hold-terms.ts";
import { judgementIn, judgementOf, requestJudgement } from "../judgement/judgement-doc.ts";
import { whileObserved } from "../judgement/observed.ts";
import { isPaymentFailure } from "../judgement/payment-unconfirmed.ts";
import { type Command, unchanged } from "../ledger/command.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { summaryOf } from "../quotes/quote-doc.ts";
import { underQuote } from "../quotes/under-quote.ts";
import { type ExplainedProposal, explanationOf } from "../views/read-explained.ts";
import { readProposal } from "../views/read-treasury.ts";
import { proposalToWire } from "../views/wire.ts";
import { proposeSpend } from "./propose-spend.ts";
import type { AskedProposal, SpendRequest } from "./spend-request.ts";

export type ProposalRequest = Omit<AskedProposal, "isPayeeNamed" | "namedAmount"> &
  Partial<Pick<SpendRequest, "payment" | "salt">>;

export interface Proposed {
  readonly proposal: Proposal;
  /** An earlier request proposed it. */
  readonly isRepeated: boolean;
}

/** The answer of a commit. */
export interface ProposedNow extends Proposed {
  /** Null if its payment is in flight or its outcome is unknown, so that it has to be read. */
  readonly explanation: ExplainedProposal["explanation"] | null;
}

/**
 * Features prepare the spend first, so that no commit waits for them. If the payment executor throws, the
 * error is reported and the spend stays approved.
 *
 * @param keyed the HTTP request, whose repetitions are no other requests.
 */
export async function propose(
  engine: Engine,
  workspaceId: string,
  request: ProposalRequest,
  keyed: KeyedRequest | null = null,
): Promise<ProposedNow> {
  const { committer, policy, external, report } = engine;
  const asked = await askedSpend(engine, workspaceId, request);
  let answer: Omit<ProposedSpend, "spend"> = { isRepeated: false, findings: [], isNew: false };
  const commit = async (choose?: HoldChoice): Promise<SpendProposal> => {
    const command = explained(proposeSpend(withHold(asked, choose), policy), keyed);
    const proposed = await whileObserved(policy, () => committer.run(workspaceId, command));
    answer = proposed;
    return proposed.spend;
  };
  try {
    const isExternal = external !== null && request.payout === undefined;
    const spend = await (isExternal ? external.carryOut(workspaceId, commit) : commit());
    const { findings, isRepeated } = answer;
    // The outcome of a payment in flight may arrive meanwhile.
    const isKnown = spend.status !== "approved";
    const explanation = isKnown ? [...findings, ...explanationOf(spend, policy)] : null;
    return { proposal: proposalToWire(workspaceId, spend), explanation, isRepeated };
  } catch (error) {
    if (!isPaymentFailure(error)) throw error;
    const proposal = await readProposal(engine, workspaceId, request.id).catch(() => null);
    if (proposal === null) throw error;
    report(error);
    return { proposal, explanation: null, isRepeated: answer.isRepeated };
  }
}

interface ProposedSpend {
  readonly spend: SpendProposal;
  readonly findings: ExplainedProposal["explanation"];
  /** False for a spend that was proposed before. */
  readonly isNew: boolean;
  readonly isRepeated: boolean;
}

/**
 * Adds the findings that the command stores, or that were stored before. Records the key of a request
 * only with the spend that it proposes.
 */
function explained(
  command: Command<SpendProposal>,
  keyed: KeyedRequest | null,
): Command<ProposedSpend> {
  const keys = keyed === null ? [] : [recordKeyOf(keyed)];
  return {
    ...command,
    creates: [...(command.creates ?? []), ...keys],
    reduce: (ledger, now) => {
      const record = keyed && findRecord(ledger, keyed, now);
      const outcome = command.reduce(ledger, now);
      if (outcome.kind === "unchanged") {
        const answer = { ...storedBefore(ledger, outcome.answer), isRepeated: record === null };
        return unchanged(answer);
      }
      const { answer: spend, changes } = outcome;
      const { findings } = judgementIn(spend, changes.put);
      const { epoch } = changes.head;
      const put = keyed === null ? [] : [doneDoc(keyed, null, now, epoch)];
      return {
        kind: "changed",
        answer: { spend, findings, isNew: true, isRepeated: false },
        changes: { ...changes, put: [...changes.put, ...put] },
      };
    },
  };
}

function storedBefore(
  ledger: LedgerState,
  proposal: SpendProposal,
): Omit<ProposedSpend, "isRepeated"> {
  requestJudgement(ledger, proposal);
  const spend = withEvidence(ledger, proposal);
  return { spend, findings: judgementOf(ledger, spend).findings, isNew: false };
}

/** A preview, and whether it was stored after all, because it needs approval. */
export interface PreviewedProposal extends ExplainedProposal, Pick<Proposed, "isRepeated"> {
  readonly isStored: boolean;
}

/**
 * Returns the proposal that `propose` would return now. Prepares it alike, but pays nothing, and writes
 * nothing unless asked to.
 *
 * @param storing the HTTP request, to store a spend that needs approval. Null to store nothing.
 */
export async function previewProposal(
  engine: Engine,
  workspaceId: string,
  request: ProposalRequest,
  storing: { readonly keyed: KeyedRequest | null } | null = null,
): Promise<PreviewedProposal> {
  const { committer, policy, external } = engine;
  const asked = await askedSpend(engine, workspaceId, request);
  const choose = request.payout === undefined ? external?.newChoice() : undefined;
  const command = explained(proposeSpend(withHold(asked, choose), policy), storing?.keyed ?? null);
  const { spend, findings, isNew, isRepeated } = await whileObserved(policy, () =>
    storing === null
      ? committer.preview(workspaceId, command)
      : committer.run(workspaceId, ifPending(command)),
  );
  const isStored = isNew && storing !== null && spend.status === "pending";
  // Otherwise no entry is posted, and there is nothing to decide.
  const unstored = isNew && !isStored ? { reference: null, digest: null } : {};
  const proposal = { ...proposalToWire(workspaceId, spend), ...unstored };
  const explanation = [...findings, ...explanationOf(spend, policy)];
  return { proposal, explanation, isRepeated, isStored };
}

/** Changes nothing if the spend does not wait for approval. */
function ifPending(command: Command<ProposedSpend>): Command<ProposedSpend> {
  return {
    ...command,
    reduce: (ledger, now) => {
      const outcome = command.reduce(ledger, now);
      if (outcome.kind !== "changed" || outcome.answer.spend.status === "pending") return outcome;
      return unchanged(outcome.answer);
    },
  };
}

function withHold(request: SpendRequest, choose?: HoldChoice): SpendRequest {
  const { quote, salt } = request;
  const hold = choose?.(quote === undefined ? null : summaryOf(quote, salt));
  return hold === undefined ? request : { ...request, hold };
}

async function askedSpend(
  engine: Engine,
  workspaceId: string,
  given: ProposalRequest,
): Promise<SpendRequest> {
  const { preparations, external, identifiers, clock } = engine;
  const quoted = underQuote(given);
  const read = preparations.map((one) => one.read?.(quoted));
  const request: ProposalRequest = Object.assign({}, quoted, ...read);
  const [impossible = null, ...found] = await Promise.all([
    request.payout === undefined
      ? external?.preflight(workspaceId, request, request.quote ?? null)
      : null,
    ...preparations.map((one) => one.beforeProposal?.(engine, workspaceId, request)),
  ]);
  const { message: _message, isByPerson: _isByPerson, ...spend } = request;
  const asked: SpendRequest = {
    payment: paymentIdentityOf(engine),
    salt: identifiers.random(),
    askedAt: clock.now(),
    ...spend,
    impossible,
  };
  return Object.assign(asked, ...found);
}
