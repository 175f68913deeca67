import { type Doc, isTreasuryError, Micros, TreasuryError } from "@agent-treasury/provider";
import type { ProposalStep } from "../../kernel/judgement/payout.ts";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import { requestUsage } from "../../kernel/judgement/spend-usage.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import { post } from "../../kernel/ledger/posting.ts";
import { proposalToDoc } from "../../kernel/proposals/proposal-record.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { recordCaptures, saltOf } from "../payments/index.ts";
import { chunkToDoc, type TabStep } from "./charge-tab.ts";
import {
  type Batch,
  emptyBatch,
  type MeterTotal,
  postingAt,
  postingKey,
  referenceOf,
  type TabRecord,
} from "./tab-record.ts";

/** Charges of one posting, and the amount that is posted at once. */
const itemsInPosting = 500;
const postedAtOnce: Micros = Micros.of("1000000");

/** A capture of a payment, and the payment. */
export interface PostedPayment {
  readonly id: string;
  readonly part: SpendProposal;
}

/** What one ledger entry of a tab sums up. */
export interface PostingRecord {
  /** Null if the charges cost nothing. */
  readonly entryId: string | null;
  readonly amount: string;
  readonly count: number;
  readonly digest: string;
  /** Number of documents of charges. */
  readonly chunks: number;
  readonly meters: readonly MeterTotal[];
}

export function postingFrom(doc: Doc | undefined): PostingRecord | undefined {
  return doc?.body as PostingRecord | undefined;
}

/** Whether charges have waited long enough for their ledger entry. */
export function isPostingDue(batch: Batch, now: number): boolean {
  return batch.amount >= postedAtOnce || batch.count >= itemsInPosting || postingAt(batch) <= now;
}

/** Ends the list of charges since the last posting. */
export function withPosting(tab: TabRecord, entryId: string | null): TabStep {
  const { id, epoch, batch, postings, posted } = tab;
  const number = postings + 1;
  const { items, amount, count, digest, meters } = batch;
  const chunks = items.length === 0 ? batch.chunks : batch.chunks + 1;
  const rest = items.length === 0 ? [] : [chunkToDoc(tab, batch)];
  const sum = Micros.toText(amount);
  const record: PostingRecord = { entryId, amount: sum, count, digest, chunks, meters };
  return {
    tab: { ...tab, batch: emptyBatch, postings: number, posted: Micros.add(posted, amount) },
    put: [...rest, keptDoc(postingKey(id, number), epoch, { ...record })],
  };
}

/**
 * Captures the charges since the last posting as one ledger entry.
 *
 * @param payment the capture that is the only charge.
 * @throws TreasuryError `total_out_of_range`.
 */
export function captureBatch(
  context: SpendContext<SpendingPolicy>,
  { id, salt, batch, postings }: TabRecord,
  spend: SpendProposal,
  payment: PostedPayment | null,
): ProposalStep {
  requestUsage(context, spend);
  const captured = {
    captures: [{ id: payment?.id ?? referenceOf(id, postings + 1), amount: batch.amount }],
    reference: id,
    isOpen: true,
    salt: salt ?? "",
    itemisation: batch.digest,
  };
  const step = recordCaptures(context, spend, captured, payment?.part);
  const { proposal, changes } = step;
  if (changes.entries.length > 0 && proposal.captureEntry !== null) return step;
  const message = proposal.attention ?? "The charges are beyond the range of the ledger.";
  throw new TreasuryError("total_out_of_range", message);
}

/** Reverses a part of an estimate that was posted. */
export function reversePart(
  { ledger, now }: SpendContext<SpendingPolicy>,
  { id, salt }: TabRecord,
  spend: SpendProposal,
  {
    number,
    posting,
    amount,
  }: { readonly number: number; readonly posting: number; readonly amount: Micros },
): ProposalStep {
  const [doc] = ledger.request([postingKey(id, posting)]);
  const { vendor, purpose, deployment, refunded } = spend;
  const posted = post(
    ledger.workspaceId,
    ledger.head,
    {
      type: "expense",
      amount,
      description: `Correction of an estimate: ${vendor}: ${purpose}`,
      proposalId: id,
      reference: referenceOf(id, posting, number),
      reversalOf: postingFrom(doc)?.entryId ?? id,
      salt: saltOf(salt ?? "", `${posting}/${number}`),
      ...(deployment !== null && { deployment }),
    },
    now,
  );
  if (isTreasuryError(posted)) throw posted;
  const proposal = { ...spend, refunded: Micros.add(refunded, amount) };
  const { head, entry } = posted;
  const put = [proposalToDoc(proposal)];
  return { proposal, changes: changesOn(ledger, { head, entries: [entry], put }) };
}
