import type { NamesOf } from "@agent-treasury/contract/names";
import type {
  FetchedResource,
  PaidFetchAnswer,
  Proposal,
  PaidFetchRequest,
} from "@agent-treasury/contract/wire";
import { checkOptions } from "../check-options.ts";
import type { TreasuryClient } from "../treasury-client.ts";
import { PaidFetchError, type PaidFetchErrorKind } from "./paid-fetch-error.ts";
import { readRequest } from "./read-request.ts";
import type { TreasuryFetchOptions } from "./treasury-fetch-options.ts";

/** Works like `fetch`, for addresses of sellers that the deployment lists. */
export type TreasuryFetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;

/** The service waits no longer. */
const optionNames: NamesOf<TreasuryFetchOptions> = {
  purpose: true,
  workspaceId: true,
  category: true,
  allocationId: true,
  agentLabel: true,
  maximumUsd: true,
  waitSeconds: true,
};

const longestWaitSeconds = 55;
const nullBodyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Returns a function like `fetch` whose requests are sent by the treasury. If a seller answers 402,
 * the treasury proposes the price, and pays it once it is approved. Every call is a purchase of its
 * own. Pass the header `idempotency-key` to continue or repeat one.
 *
 * The function rejects with a `PaidFetchError` that has the `proposalId` if there is no response
 * within `waitSeconds`, with the errors of the client, and with a `TypeError` for headers other than
 * content-type, and for methods other than GET and POST.
 *
 * @example
 * const fetch = treasuryFetch(client, { purpose: "market data", maximumUsd: 1 });
 * const report = await (await fetch("https://api.example.com/report")).json();
 */
export function treasuryFetch(
  { treasury }: Pick<TreasuryClient, "treasury">,
  given: TreasuryFetchOptions,
): TreasuryFetch {
  checkOptions("treasuryFetch", given, optionNames);
  const { waitSeconds = 60, ...options } = given;
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const sent = await readRequest(new Request(input, init));
    const request: PaidFetchRequest = { ...options, ...sent };
    const deadline = Date.now() + waitSeconds * 1_000;
    let answer = await treasury.fetchPaid(request, { signal });
    while (isOpen(answer.proposal)) {
      const left = Math.ceil((deadline - Date.now()) / 1_000);
      if (left <= 0) break;
      const { id: proposalId, workspaceId } = answer.proposal;
      const wait = Math.min(left, longestWaitSeconds);
      await treasury.proposal({ workspaceId, proposalId, wait }, { signal });
      signal?.throwIfAborted();
      answer = await treasury.fetchPaid(request, { signal });
    }
    const { proposal, resource } = answer;
    if (proposal?.hasResource === true && resource?.isTruncated === true) {
      const { workspaceId, id: proposalId } = proposal;
      const whole = await treasury.resource({ workspaceId, proposalId }, { signal });
      const { status, contentType, bodyBase64: body } = whole;
      return toResponse({ ...resource, status, contentType, encoding: "base64", body });
    }
    return responseOf(answer, sent.idempotencyKey);
  };
}

function isOpen(proposal: Proposal | null): proposal is Proposal {
  return proposal?.status === "pending" || proposal?.status === "approved";
}

const kinds: Readonly<Record<Proposal["status"], PaidFetchErrorKind>> = {
  pending: "pending",
  approved: "pending",
  denied: "denied",
  failed: "failed",
  executed: "lost",
};

function responseOf({ proposal, resource }: PaidFetchAnswer, idempotencyKey: string): Response {
  if (resource !== null) return toResponse(resource);
  if (proposal === null) throw new TypeError("The treasury returned no response of the seller.");
  throw new PaidFetchError({ kind: kinds[proposal.status], proposal, idempotencyKey });
}

function toResponse({ status, contentType, location, encoding, body }: FetchedResource): Response {
  const bytes =
    encoding === "text" ? body : Uint8Array.from(atob(body), (one) => one.charCodeAt(0));
  return new Response(nullBodyStatuses.has(status) ? null : bytes, {
    status,
    headers: {
      ...(contentType !== null && { "content-type": contentType }),
      ...(location !== undefined && { location }),
    },
  });
}
