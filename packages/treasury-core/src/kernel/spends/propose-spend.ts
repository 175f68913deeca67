import { type Doc, type Key, TreasuryError } from "@agent-treasury/provider";
import { automaticToday } from "../judgement/automatic-approval.ts";
import { checkClock } from "../judgement/clock-suspect.ts";
import { railOf } from "../judgement/hold-terms.ts";
import { judgeSpend } from "../judgement/judge-spend.ts";
import { judgementKey } from "../judgement/judgement-doc.ts";
import type { Judgement } from "../judgement/judgement.ts";
import type { SpendContext } from "../judgement/spend-context.ts";
import type { JudgedSpend, Screening } from "../judgement/spend-guard.ts";
import { payoutOf, type SpendingPolicy } from "../judgement/spending-policy.ts";
import { personAgentId } from "../ledger/agent-ids.ts";
import { type Changes, type Command, type Outcome, unchanged } from "../ledger/command.ts";
import { RepeatedKey } from "../ledger/key-text.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import { checkSamePayment } from "../ledger/payment-identity.ts";
import { turnOfEarlierEpoch } from "../proposals/earlier-epoch.ts";
import type { ProposedFacts } from "../proposals/proposal-facts.ts";
import {
  agentIdOf,
  personIdBehind,
  proposalFromDoc,
  statusOf,
} from "../proposals/proposal-record.ts";
import {
  type SpendProposal,
  maximumPendingOfAgents,
  maximumPendingOfPersons,
  maximumPendingOfProposer,
  proposalKey,
  proposalKind,
  unset,
} from "../proposals/proposal.ts";
import { proposedFacts } from "../proposals/record-facts.ts";
import { noRuling } from "../proposals/ruling.ts";
import { quoteToDoc, summaryOf } from "../quotes/quote-doc.ts";
import { quoteRefusal } from "../quotes/quote-expired.ts";
import { underQuote } from "../quotes/under-quote.ts";
import { hasShare } from "./pending-share.ts";
import { settleProposed } from "./settle-proposed.ts";
import type { SpendRequest } from "./spend-request.ts";

/**
 * Denies blocked spends, approves others by policy, and leaves the rest pending.
 *
 * @param given may have further fields, which guards of features read.
 * @throws TreasuryError `invalid_request` for an invalid quote.
 */
export function proposeSpend(given: SpendRequest, policy: SpendingPolicy): Command<SpendProposal> {
  const request = underQuote(given);
  const key = new RepeatedKey(proposalKey(request.id));
  return {
    name: "propose_spend",
    // Existing proposals are returned before any check, so that a repeated request is never
    // rejected.
    creates: [key],
    expects: () => [
      ...policy.guards.flatMap((guard) => guard.expects?.(request) ?? []),
      // Explains a repetition.
      judgementKey(request.id),
    ],
    reduce: (ledger, now) => propose({ ledger, policy, now }, request, key),
  };
}

function propose(
  context: SpendContext<SpendingPolicy>,
  request: SpendRequest,
  key: Key,
): Outcome<SpendProposal> {
  const { ledger, policy, now } = context;
  const known = ledger.doc(key);
  if (known !== undefined) return unchanged(proposalFromDoc(known));
  checkClock(now, request.askedAt);
  const { account, epoch } = ledger.head;
  if (request.epoch !== undefined && request.epoch !== epoch) throw turnOfEarlierEpoch();
  checkSamePayment(account.payment, request.payment);
  const { allocationId = null, hold, salt } = request;
  const quote = request.quote === undefined ? null : summaryOf(request.quote, salt);
  const payout = payoutOf(policy, { quote, payout: request.payout ?? null }, hold);
  const refusal = payout.refusal?.(ledger, hold) ?? null;
  if (refusal !== null) throw refusal;
  const expired = quoteRefusal(quote, now);
  if (expired !== null) throw expired;
  const spend = { ...request, allocationId, quote };
  const judgement = judgeSpend(context, spend, railOf(hold), "proposal");
  const screening = judgement.screening();
  const usedToday = automaticToday(ledger);
  const facts = proposedFacts(context, request.amount, judgement, screening, usedToday);
  const drafted = draft(context, spend, screening, judgement, facts);
  const step = settleProposed(context, drafted, judgement, request, usedToday);
  const { proposal, changes } = step;
  if (proposal.status === "pending") checkRoom(ledger, proposal);
  const all = { ...changes, put: [...changes.put, ...quoteDocs(proposal, request)] };
  return { kind: "changed", answer: proposal, changes: counted(all, proposal) };
}

function quoteDocs({ id, epoch }: SpendProposal, { quote, salt }: SpendRequest): readonly Doc[] {
  return quote === undefined ? [] : [quoteToDoc(id, epoch, quote, salt)];
}

/** @throws TreasuryError `too_many_pending`. */
function checkRoom(ledger: LedgerState, { agentId, behind }: SpendProposal): void {
  const isPerson = agentId === personAgentId;
  const bound = isPerson ? maximumPendingOfPersons : maximumPendingOfAgents;
  let own = 0;
  let all = 0;
  for (const doc of ledger.openDocs(proposalKind)) {
    if (statusOf(doc) !== "pending") continue;
    const ofDoc = agentIdOf(doc);
    if ((ofDoc === personAgentId) !== isPerson) continue;
    all += 1;
    if (isPerson ? personIdBehind(doc) === (behind?.id ?? null) : ofDoc === agentId) own += 1;
  }
  if (own < maximumPendingOfProposer && hasShare(own, all, bound)) return;
  const [one, them] = isPerson ? ["person", "persons"] : ["agent", "agents"];
  const share = `The share of this ${one} in the ${bound} pending proposals of ${them} is used up`;
  throw new TreasuryError("too_many_pending", `${share}: it has ${own} of ${all}.`);
}

function draft(
  { ledger, policy: { proposalLifetimeMs }, now }: SpendContext,
  request: JudgedSpend & Omit<SpendRequest, "quote">,
  { verdict, reason }: Screening,
  { requirements, policyDigest }: Judgement,
  proposed: ProposedFacts,
): SpendProposal {
  const { id, agentId, turnId = null, proposedBy = null, label = null, behind = null } = request;
  const { amount, vendor, purpose, category, quote, payout = null, deployment = null } = request;
  const { allocationId } = request;
  return {
    ...unset,
    id,
    turnId,
    agentId,
    proposedBy,
    label,
    behind,
    epoch: ledger.head.epoch,
    ordinal: ledger.head.account.newestProposal + 1n,
    status: "pending",
    amount,
    vendor,
    purpose,
    category,
    verdict,
    reason,
    createdAt: now,
    expiresAt: proposalLifetimeMs === null ? null : now + proposalLifetimeMs,
    quote,
    payout,
    deployment,
    ruling: { ...noRuling, allocationId, rules: policyDigest, requirements },
    facts: { proposed },
  };
}

function counted(changes: Changes, { ordinal }: SpendProposal): Changes {
  const { head } = changes;
  return { ...changes, head: { ...head, account: { ...head.account, newestProposal: ordinal } } };
}
