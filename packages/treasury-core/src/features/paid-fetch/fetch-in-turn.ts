import { isRequestPermit, type Proposal, paidFetchArgumentsSchema } from "@agent-treasury/contract";
import { isTreasuryError, type JsonObject, type PaidRequest } from "@agent-treasury/provider";
import { amountFromUsd, identifierInTurn } from "@agent-treasury/provider/helpers";
import { checkArguments } from "../../kernel/check-arguments.ts";
import { describeIssues } from "../../kernel/describe-issues.ts";
import type { Engine } from "../../kernel/engine.ts";
import { builtInAgentId } from "../../kernel/ledger/agent-ids.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { spendPartId } from "../../kernel/proposals/proposal.ts";
import {
  failedCall,
  refuseCall,
  type ToolOutcome,
  type TurnToolContext,
} from "../../kernel/turn-tool.ts";
import { spendOutcome } from "../agent/later.ts";
import { type FetchedContent, fetchPaid, type PaidFetchOutcome } from "./fetch-paid.ts";
import { fetchedForModel } from "./fetched-for-model.ts";
import { paidFetchParameters } from "./paid-fetch-parameters.ts";
import type { PaidFetchTerms } from "./paid-fetch-terms.ts";
import { readPaidRequest } from "./read-paid-request.ts";

/** Requests an address for a turn. */
export async function fetchInTurn(
  engine: Engine,
  terms: PaidFetchTerms,
  input: JsonObject,
  { workspaceId, turnId, epoch, startedBy, signal, ...read }: TurnToolContext,
): Promise<ToolOutcome> {
  try {
    checkArguments(input, Object.keys(paidFetchParameters.properties), "argument");
    const parsed = paidFetchArgumentsSchema.safeParse(input);
    if (!parsed.success) return refuseCall(describeIssues(parsed.error.issues));
    const { purpose, category = null, maximumUsd, tabId = null } = parsed.data;
    const { followRedirects = false } = parsed.data;
    const request = readPaidRequest(parsed.data, terms);
    const id = purchaseId(turnId, request, [purpose, category], tabId);
    const { hasReadContent, hasReadOutside, message } = read;
    const agent = { agentId: builtInAgentId, behind: startedBy };
    const context = { turnId, epoch, hasReadContent, hasReadOutside, message };
    const outcome = await fetchPaid(engine, terms, workspaceId, {
      request,
      maximum: maximumUsd === undefined ? null : amountFromUsd(maximumUsd, "maximumUsd"),
      signal,
      tabId,
      followRedirects,
      isForModel: true,
      spend: { id, ...context, purpose, category, ...agent },
    });
    return toolOutcome(new URL(request.url).origin, outcome);
  } catch (error) {
    if (signal.aborted) throw error;
    return failedFetch(error);
  }
}

/** The seller's failures are the model's to handle. It has to know of a payment that may be sent. */
const hostErrors = ["outbound_failed", "address_refused", "payment_unconfirmed"] as const;

function failedFetch(error: unknown): ToolOutcome {
  const code = isTreasuryError(error) ? error.code : null;
  const failed = failedCall(error, hostErrors.find((known) => known === code) ?? null);
  // The reason may quote the seller.
  return code === "price_not_accepted" ? { ...failed, hasContent: true } : failed;
}

const nothingStored =
  "The payment was made, and the seller's answer is lost. Do not request it again.";
const notYet = "The content is returned by the same request once the payment is executed.";

/** What the model receives of a purchase. */
export function toolOutcome(
  origin: string,
  { proposal, resource, isRepeated }: PaidFetchOutcome,
): ToolOutcome {
  const spend = proposal === null ? null : spendOutcome(proposal, isRepeated);
  if (resource !== null) {
    return { ok: true, ...spend, content: withSpend(origin, resource, spend), hasContent: true };
  }
  if (spend === null || proposal === null) return refuseCall("The seller returned nothing.");
  if (isRequestPermit(proposal)) return permitOutcome(proposal, spend);
  const isOpen = proposal.status === "pending" || proposal.status === "approved";
  const added = proposal.status === "executed" ? nothingStored : isOpen ? notYet : null;
  if (added === null) return spend;
  return { ...spend, content: { ...(spend.content as JsonObject), resource: added } };
}

const mayBeSent =
  "A person approved this request. It is not sent yet: call fetch_paid again with the same arguments.";
const mayNotBeSent = "The request is not sent until a person approves it.";

function permitOutcome(permit: Proposal, outcome: ToolOutcome): ToolOutcome {
  const { id, status, vendor, purpose, amountUsd, approvedAmountUsd } = permit;
  if (status !== "executed" && status !== "pending") return outcome;
  const note = status === "executed" ? mayBeSent : mayNotBeSent;
  const maximumUsd = approvedAmountUsd ?? amountUsd;
  const content = { proposalId: id, vendor, purpose, maximumUsd, note };
  return { ...outcome, content };
}

const nowGuarded = "Spends that you propose in this turn now need approval by a person.";

function withSpend(
  origin: string,
  resource: FetchedContent,
  spend: ToolOutcome | null,
): JsonObject {
  return {
    ...(spend?.content as JsonObject | undefined),
    resource: fetchedForModel(origin, resource),
    reminder: nowGuarded,
  };
}

function purchaseId(
  turnId: string,
  { url, method, contentType, body }: PaidRequest,
  texts: readonly (string | null)[],
  tabId: string | null,
): string {
  const fetched = [turnId, "paid-fetch", url, method, contentType, body, ...texts];
  const identity = tabId === null ? fetched : [...fetched, "tab", tabId];
  const id = identifierInTurn(turnId, sha256Hex(JSON.stringify(identity)));
  return tabId === null ? `prop_${id}` : spendPartId(id);
}
