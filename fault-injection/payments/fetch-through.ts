import type { OutboundFetch } from "@agent-treasury/provider";

/** A `fetch` for published clients, which trusts what the outbound one trusts. */
export function fetchThrough(outbound: OutboundFetch): typeof fetch {
  return async (input, init) => {
    const { url, headers } = new Request(input, init);
    const answer = await outbound({
      url,
      method: "GET",
      headers: Object.fromEntries(headers),
      body: null,
      timeoutMs: 10_000,
      maximumBytes: 16_384,
      signal: new AbortController().signal,
    });
    const { status } = answer;
    return new Response(Buffer.from(answer.body), { status, headers: answer.headers });
  };
}
