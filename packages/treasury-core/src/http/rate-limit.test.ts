import { describe, expect, it, vi } from "vitest";
import { type RateLimit, type TreasuryOptions, createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";

const baseUrl = "http://localhost:3000";

function handlerOf(rateLimit: RateLimit, options: Partial<TreasuryOptions> = {}) {
  const treasury = createTreasury({ baseUrl, storage: memoryStorage(), rateLimit, ...options });
  return (path: string, init?: RequestInit) =>
    treasury.handler(new Request(`${baseUrl}/api/service${path}`, init));
}

describe("a rate limit", () => {
  it("receives operator, operation, workspace and request after sign-in", async () => {
    const rateLimit = vi.fn<RateLimit>(() => null);
    const operator = { name: "Ada" };
    const ask = handlerOf(rateLimit, { authenticate: () => operator });
    expect((await ask("/treasury?workspaceId=acme")).status).toBe(200);
    await ask("/agents");
    expect(
      rateLimit.mock.calls.map(([{ request: _request, headers: _headers, ...input }]) => input),
    ).toEqual([
      { operator, action: "readTreasury", workspaceId: "acme" },
      { operator, action: "listMachines", workspaceId: null },
    ]);
    expect(rateLimit.mock.calls[0]?.[0].request.url).toContain("/treasury?workspaceId=acme");
  });

  it("responds with 429 and retry-after, before anything is read", async () => {
    const authorize = vi.fn<NonNullable<TreasuryOptions["authorize"]>>(() => true);
    const ask = handlerOf(() => 2.2, { authorize });
    const response = await ask("/treasury");
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3"]);
    expect(await response.json()).toMatchObject({ code: "rate_limited" });
    expect(authorize).not.toHaveBeenCalled();
  });

  it.each([
    [0, "1"],
    [-5, "1"],
    [Number.NaN, "1"],
    [Number.POSITIVE_INFINITY, "86400"],
  ])("limits a wait to %s seconds", async (seconds, wait) => {
    const response = await handlerOf(() => seconds)("/treasury");
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, wait]);
  });

  it("rejects requests when it fails, and reports the failure", async () => {
    const onFailure = vi.fn<NonNullable<TreasuryOptions["onFailure"]>>();
    const broken: readonly RateLimit[] = [
      () => Promise.reject(new Error("The counter is away.")),
      // Some limiters reject with a plain object.
      () => Promise.reject(Object.assign(Object.create(null), { msBeforeNext: 1_000 })),
      (() => true) as unknown as RateLimit,
    ];
    const statuses: number[] = [];
    for (const rateLimit of broken) {
      statuses.push((await handlerOf(rateLimit, { onFailure })("/treasury")).status);
    }
    expect(statuses).toEqual([503, 503, 503]);
    expect(onFailure).toHaveBeenCalledTimes(3);
  });

  it("does not apply to health checks and webhook deliveries", async () => {
    const rateLimit = vi.fn<RateLimit>(() => 60);
    const ask = handlerOf(rateLimit);
    expect((await ask("/health")).status).toBe(200);
    await ask("/treasury/webhook", { method: "POST", body: "{}" });
    expect(rateLimit).not.toHaveBeenCalled();
  });
});
