import type { Proposal } from "@agent-treasury/contract";
import {
  type Clock,
  type Micros,
  type OutboundFetch,
  type OutboundResponse,
  type PaidRequest,
  type PaidResource,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import {
  type KeyedRequest,
  liveRecord,
  recordKeyOf,
} from "../../kernel/idempotency/keyed-request.ts";
import { readAfterSpend } from "../../kernel/judgement/payment-unconfirmed.ts";
import { personAgentId } from "../../kernel/ledger/agent-ids.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import { type ProposalRequest, type Proposed, propose } from "../../kernel/spends/propose.ts";
import { readProposal } from "../../kernel/views/read-treasury.ts";
import { payFromTab, type TabCaller } from "../tabs/later.ts";
import { askFirst } from "./ask-first.ts";
import type { PaidFetchTerms } from "./paid-fetch-terms.ts";
import { checkPrice, checkReadable, quoteAnswer } from "./quote-answer.ts";
import { purposeOf } from "./read-paid-request.ts";
import { locationOf, redirectedRequest, redirectedTo, withoutRedirect } from "./redirects.ts";
import { readStoredResource } from "./stored-resource.ts";

const timeoutMs = 20_000;
/** The longest answer without a payment, and what is returned of a paid one. */
const maximumBytes = 262_144;
const paymentRequired = 402;
const maximumRedirects = 5;

/** A request to a seller, and who proposes its price. */
export interface PaidFetch {
  readonly request: PaidRequest;
  /** Prices above are rejected. Null without a maximum. */
  readonly maximum: Micros | null;
  readonly signal: AbortSignal;
  readonly spend: Omit<ProposalRequest, "amount" | "vendor" | "quote">;
  /** The HTTP request, whose repetitions are no other requests. */
  readonly keyed?: KeyedRequest | null;
  /** Whether redirects within the seller's origin are followed. Missing for false. */
  readonly followRedirects?: boolean;
  /** A tab of the proposer, which pays instead of a proposal. Null or missing without one. */
  readonly tabId?: string | null;
  /** Whether a model reads the answer, so that content which is not text is not paid. */
  readonly isForModel?: boolean;
}

export interface FetchedContent extends PaidResource {
  /** The address that a redirect names, which is not requested. */
  readonly location?: string;
  /** Whether the seller's answer was longer. The whole of a paid one can be read by its proposal. */
  readonly isTruncated: boolean;
}

export interface PaidFetchOutcome {
  /** The payment, or the request that has to be approved first. Null if neither is needed. */
  readonly proposal: Proposal | null;
  /** An earlier request proposed it. */
  readonly isRepeated: boolean;
  /** Null until the payment is executed, and if it was lost. */
  readonly resource: FetchedContent | null;
}

/**
 * Requests an address without a payment, and proposes the price if the seller asks for one. Returns
 * the same proposal for the same id, and then requests nothing. A request to an origin that is not
 * listed is proposed before it is sent.
 *
 * @throws TreasuryError `price_not_accepted`, `address_refused`, `outbound_failed`,
 * `idempotency_key_reused`, and errors of `propose` and of the executor that reads the price.
 */
export async function fetchPaid(
  engine: Engine,
  terms: PaidFetchTerms,
  workspaceId: string,
  paidFetch: PaidFetch,
): Promise<PaidFetchOutcome> {
  const { request: first, maximum: asked, signal, spend: given, tabId = null } = paidFetch;
  const { keyed = null, isForModel = false } = paidFetch;
  const { origins, outbound, executors } = terms;
  const spend = { ...given, purpose: purposeOf(first, given.purpose) };
  const known = await readProposal(engine, workspaceId, spend.id);
  if (known !== null) {
    const isRepeated = !(await isSameRequest(engine, workspaceId, keyed));
    return outcomeOf(engine, { proposal: sameSpend(known, first, spend), isRepeated });
  }
  const stated = lowerOf(terms.maximum, asked);
  const isListed = origins.has(new URL(first.url).origin);
  const permission = isListed
    ? ({ kind: "allowed", maximum: stated } as const)
    : await askFirst(engine, workspaceId, { request: first, maximum: stated, spend });
  if (permission.kind === "waiting") return { ...permission.proposed, resource: null };
  // A person approved one request, and no other.
  const redirects = isListed && paidFetch.followRedirects === true ? maximumRedirects : 0;
  const { clock } = engine;
  const asking = { outbound, signal, clock, until: clock.monotonic() + timeoutMs };
  const { request, answer } = await requested(first, asking, redirects);
  if (answer.status !== paymentRequired) {
    return { proposal: null, isRepeated: false, resource: unpaid(answer, request.url) };
  }
  const quoted = await quoteAnswer(executors, answer, request, clock);
  const { contentType } = quoted;
  const quote = { ...quoted.quote, ...(contentType !== undefined && { contentType }) };
  checkPrice(quote, permission.maximum);
  if (isForModel) checkReadable(quoted);
  const purpose = request === first ? spend.purpose : redirectedTo(request, first, spend.purpose);
  const priced = { ...spend, purpose, amount: quote.maximum, vendor: quote.payee, quote };
  const { proposal, isRepeated } = await (tabId === null
    ? propose(engine, workspaceId, priced, keyed)
    : payFromTab(engine, workspaceId, { tabId, caller: callerOf(spend) }, priced));
  return outcomeOf(engine, { proposal: sameSpend(proposal, first, spend), isRepeated });
}

/** Whether the request proposed the spend itself. Only then its key has a record. */
async function isSameRequest(
  { storage }: Engine,
  workspaceId: string,
  keyed: KeyedRequest | null,
): Promise<boolean> {
  if (keyed === null) return false;
  const key = recordKeyOf(keyed);
  const [snapshot] = await storage.load([{ workspaceId, keys: [key] }]);
  const { found = [], storageNow = 0 } = snapshot ?? {};
  return liveRecord(found[0], keyed, storageNow) !== null;
}

/** A person may use the tab of any agent. */
function callerOf({
  agentId,
  allocationId = null,
}: Pick<ProposalRequest, "agentId" | "allocationId">): TabCaller {
  return agentId === personAgentId ? { agentId: null } : { agentId, allocationId };
}

interface Asking {
  readonly outbound: OutboundFetch;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** By the monotonic clock. Slow redirects are not followed after it. */
  readonly until: number;
}

/** Requests an address without a payment. */
async function requested(
  request: PaidRequest,
  asking: Asking,
  redirects: number,
): Promise<{ readonly request: PaidRequest; readonly answer: OutboundResponse }> {
  const { outbound, signal, clock, until } = asking;
  const { contentType } = request;
  const headers = contentType === null ? {} : { "content-type": contentType };
  const answer = await outbound({ ...request, headers, timeoutMs, maximumBytes, signal });
  const mayFollow = redirects > 0 && clock.monotonic() < until;
  const next = mayFollow ? redirectedRequest(request, answer) : null;
  return next === null ? { request, answer } : requested(next, asking, redirects - 1);
}

function lowerOf(one: Micros | null, other: Micros | null): Micros | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

async function outcomeOf(
  engine: Engine,
  { proposal, isRepeated }: Proposed,
): Promise<PaidFetchOutcome> {
  const resource = await readAfterSpend(proposal, () => readStoredResource(engine, proposal));
  return { proposal, isRepeated, resource };
}

function unpaid(
  { status, headers, body, isTruncated }: OutboundResponse,
  url: string,
): FetchedContent {
  const content = { status, contentType: headers["content-type"] ?? null, body, isTruncated };
  const location = locationOf({ status, headers }, url);
  return location === null ? content : { ...content, location };
}

/** Another request with the same key must not return what the first one bought. Erased texts match any. */
function sameSpend(
  proposal: Proposal,
  asked: PaidRequest,
  { purpose, category }: Pick<ProposalRequest, "purpose" | "category">,
): Proposal {
  const isSame =
    withoutRedirect(asked, proposal.purpose) === purpose && proposal.category === category;
  if (isSame || proposal.purpose === erasedText) return proposal;
  throw new TreasuryError(
    "idempotency_key_reused",
    "This `idempotencyKey` was already used for another request.",
  );
}
