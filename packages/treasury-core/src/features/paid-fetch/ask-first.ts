import { type Micros, type PaidRequest, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { type ProposalRequest, type Proposed, propose } from "../../kernel/spends/propose.ts";
import { readProposal } from "../../kernel/views/read-treasury.ts";
import { proposalIdOf } from "../external-agents/index.ts";
import { permitQuote } from "../payments/index.ts";

interface AskedRequest {
  readonly request: PaidRequest;
  /** The highest price. Null without one. */
  readonly maximum: Micros | null;
  readonly spend: Omit<ProposalRequest, "amount" | "vendor" | "quote">;
}

/** `allowed` with the highest price that the approvers named. */
export type Permission =
  | { readonly kind: "allowed"; readonly maximum: Micros }
  | { readonly kind: "waiting"; readonly proposed: Proposed };

/**
 * Proposes a permit for one request, or reads its outcome. Sends and resolves nothing.
 *
 * @throws TreasuryError `invalid_request` without a maximum; `quote_expired` for a permit that
 * expired; errors of `propose`.
 */
export async function askFirst(
  engine: Engine,
  workspaceId: string,
  { request, maximum, spend }: AskedRequest,
): Promise<Permission> {
  const id = permitId(spend.id, request);
  const known = await readProposal(engine, workspaceId, id);
  const proposed =
    known === null
      ? await proposePermit(engine, workspaceId, { request, maximum, spend })
      : { proposal: known, isRepeated: true };
  const { status, quote, approvedAmountUsd, amountUsd } = proposed.proposal;
  if (status !== "executed") return { kind: "waiting", proposed };
  // One that is known only to `propose` was approved before a reset.
  if (known === null || quote === null || Date.parse(quote.expiresAt) <= engine.clock.now())
    throw expired();
  const allowed = amountFromUsd(approvedAmountUsd ?? amountUsd, "amountUsd");
  return { kind: "allowed", maximum: maximum !== null && maximum < allowed ? maximum : allowed };
}

function proposePermit(
  engine: Engine,
  workspaceId: string,
  { request, maximum, spend }: AskedRequest,
): Promise<Proposed> {
  if (maximum === null) {
    throw invalidRequest(
      "`maximumUsd` is required for an origin that the deployment does not list, because a person approves the request first.",
    );
  }
  const quote = permitQuote(request, maximum, engine.clock.now());
  const id = permitId(spend.id, request);
  return propose(engine, workspaceId, {
    ...spend,
    id,
    amount: maximum,
    vendor: quote.payee,
    quote,
  });
}

/** Contains the whole request, so that an approval is for no other, whatever the purchase's key is. */
function permitId(purchaseId: string, { url, method, contentType, body }: PaidRequest): string {
  const digest = body === null ? null : sha256Hex(body);
  return proposalIdOf(["paid-request-permit", purchaseId, url, method, contentType, digest]);
}

function expired(): TreasuryError {
  return new TreasuryError(
    "quote_expired",
    "The approval of this request expired before it was sent. Request it again with another `idempotencyKey` or purpose.",
  );
}
