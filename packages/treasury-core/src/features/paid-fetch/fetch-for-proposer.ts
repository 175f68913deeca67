import type { ParsedInput } from "@agent-treasury/contract";
import type { PaidRequest, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { spendPartId } from "../../kernel/proposals/proposal.ts";
import { type Proposer, proposalIdOf, spenderOf } from "../external-agents/index.ts";
import { fetchPaid, type PaidFetch, type PaidFetchOutcome } from "./fetch-paid.ts";
import type { PaidFetchTerms } from "./paid-fetch-terms.ts";
import { readPaidRequest } from "./read-paid-request.ts";

export interface ProposersFetch {
  readonly request: PaidRequest;
  readonly outcome: PaidFetchOutcome;
}

/**
 * Fetches for an external agent or a person.
 *
 * @throws TreasuryError `forbidden`, and errors of `fetchPaid`.
 */
export async function fetchForProposer(
  engine: Engine,
  terms: PaidFetchTerms,
  proposer: Proposer,
  input: ParsedInput<"fetchPaid">,
  signal: AbortSignal,
  options: Pick<PaidFetch, "keyed" | "isForModel"> = {},
): Promise<ProposersFetch> {
  const request = readPaidRequest(input, terms);
  if (input.tabId != null && input.allocationId != null) throw allocationOfTab();
  const { purpose, category = null, maximumUsd, agentLabel = null, allocationId = null } = input;
  const spender = spenderOf(proposer, { label: agentLabel, allocationId });
  const { tabId = null, followRedirects = false } = input;
  const id = paidFetchId(proposer, request, input);
  const outcome = await fetchPaid(engine, terms, proposer.workspaceId, {
    request,
    maximum: maximumUsd === undefined ? null : amountFromUsd(maximumUsd, "maximumUsd"),
    signal,
    tabId,
    followRedirects,
    spend: { id, purpose, category, ...spender },
    ...options,
  });
  return { request, outcome };
}

function allocationOfTab(): TreasuryError {
  return invalidRequest("Payments of a tab count for the tab's allocation. Omit `allocationId`.");
}

/** Derived from the key or the values, so that a repeated request is never a second purchase. */
function paidFetchId(
  { scope }: Proposer,
  { url, method, contentType, body }: PaidRequest,
  input: ParsedInput<"fetchPaid">,
): string {
  const { idempotencyKey, purpose, category = null, allocationId = null, tabId } = input;
  const identity: readonly (string | null)[] =
    idempotencyKey === undefined
      ? ["paid-fetch", url, method, contentType, body, purpose, category, allocationId]
      : ["paid-fetch-key", idempotencyKey];
  if (tabId === undefined) return proposalIdOf([...scope, ...identity]);
  return spendPartId(proposalIdOf([...scope, "tab", tabId, ...identity]).slice("prop_".length));
}
