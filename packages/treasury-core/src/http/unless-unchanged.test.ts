import { describe, expect, it } from "vitest";
import { createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";

const baseUrl = "http://localhost:3000";

function asking() {
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    authenticate: ({ request }) => (request.headers.has("authorization") ? { name: "Ada" } : null),
    authorize: () => true,
  });
  const ask = (headers: Record<string, string>, method = "GET"): Promise<Response> =>
    treasury.handler(
      new Request(`${baseUrl}/api/service/treasury`, {
        method,
        headers: { authorization: "yes", ...headers },
      }),
    );
  return { treasury, ask };
}

describe("a read with if-none-match", () => {
  it("gets an etag, and no body while the answer is the same", async () => {
    const { treasury, ask } = asking();
    const plain = await ask({});
    expect(plain.headers.get("etag")).toBeNull();
    const first = await ask({ "if-none-match": '"none"' });
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, await first.text()]).toEqual([200, await plain.text()]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await ask({ "if-none-match": known });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("cache-control")).toBe("no-store");
    }
    await treasury.propose({ agentId: "buyer", vendor: "Acme", amountUsd: 40, purpose: "paper" });
    const changed = await ask({ "if-none-match": etag });
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
    await treasury.close();
  });

  it("is refused without a credential, also if the caller knows the etag", async () => {
    const { ask, treasury } = asking();
    const { headers } = await ask({ "if-none-match": '"none"' });
    const stranger = await treasury.handler(
      new Request(`${baseUrl}/api/service/treasury`, {
        headers: { "if-none-match": headers.get("etag") ?? "" },
      }),
    );
    expect(stranger.status).toBe(401);
    await treasury.close();
  });
});
