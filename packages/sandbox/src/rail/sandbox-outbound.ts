import { type OutboundFetch, type OutboundResponse, TreasuryError } from "@agent-treasury/provider";

/** Sellers in this process, by their https origin. */
export type SandboxSellers = Readonly<Record<string, (request: Request) => Promise<Response>>>;

/**
 * Requests sellers in this process. No request leaves it, except through `others`.
 *
 * @param others Requests other origins, for example `guardedFetch()`. Without it, they are refused.
 * @example const outbound = sandboxOutbound({ "https://seller.example": seller });
 */
export function sandboxOutbound(sellers: SandboxSellers, others?: OutboundFetch): OutboundFetch {
  return async (request) => {
    const { origin } = new URL(request.url);
    const seller = Object.hasOwn(sellers, origin) ? sellers[origin] : undefined;
    if (seller !== undefined) return answerOf(seller, request);
    if (others !== undefined) return others(request);
    throw new TreasuryError("address_refused", `The sandbox has no seller at ${origin}.`);
  };
}

async function answerOf(
  seller: SandboxSellers[string],
  { url, method, headers, body, maximumBytes }: Parameters<OutboundFetch>[0],
): Promise<OutboundResponse> {
  const answer = await seller(new Request(url, { method, headers: { ...headers }, body }));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: bytes.subarray(0, maximumBytes),
    isTruncated: bytes.length > maximumBytes,
  };
}
