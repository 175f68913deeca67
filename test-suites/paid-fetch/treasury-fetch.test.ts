import { createTreasuryClient } from "@agent-treasury/sdk-client";
import {
  isPaidFetchError,
  type PaidFetchError,
  type PaidFetchErrorKind,
  type TreasuryFetch,
  treasuryFetch,
} from "@agent-treasury/sdk-client/paid-fetch";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import {
  sellerOrigin,
  testSeller,
  type TestSeller,
} from "../../packages/treasury-core/src/features/paid-fetch/test-seller.fixture.ts";

const baseUrl = "http://localhost:3000";
const url = `${sellerOrigin}/weather`;

interface Shop {
  readonly seller: TestSeller;
  readonly treasury: Treasury;
  readonly fetch: TreasuryFetch;
}

interface ShopOptions {
  readonly waitSeconds?: number;
  readonly maximumUsd?: number;
  /** Lists no origin. */
  readonly ask?: boolean;
}

function shop({ ask = false, ...options }: ShopOptions = {}): Shop {
  const seller = testSeller();
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    recoverySeconds: false,
    executors: { executor: seller.executor },
    outbound: seller.outbound,
    paidFetch: ask ? { ask } : { origins: [sellerOrigin] },
  });
  const client = createTreasuryClient({
    baseUrl,
    workspaceId: "acme",
    fetch: (input, init) => treasury.handler(new Request(input, init)),
  });
  return { seller, treasury, fetch: treasuryFetch(client, { purpose: "weather", ...options }) };
}

it("keeps the `location` of a redirect", async () => {
  const { seller, fetch } = shop();
  seller.answer = { status: 303, headers: { location: "/reports/7" } };
  const response = await fetch(url);
  expect([response.status, response.headers.get("location")]).toEqual([
    303,
    `${sellerOrigin}/reports/7`,
  ]);
});

it("returns the whole of a long answer, unlike the call itself", async () => {
  const { seller, treasury, fetch } = shop();
  seller.content = "0123456789".repeat(60_000);
  expect(await (await fetch(url)).text()).toBe(seller.content);
  const { resource } = await treasury.fetchPaid({ url, purpose: "b", workspaceId: "acme" });
  expect(resource).toMatchObject({ isTruncated: true, body: seller.content.slice(0, 262_144) });
});

async function failureOf(response: Promise<Response>): Promise<PaidFetchError> {
  const error = await response.then(
    () => null,
    (rejection: unknown) => rejection,
  );
  expect(isPaidFetchError(error)).toBe(true);
  return error as PaidFetchError;
}

it("waits for the approval of a request to an origin that is not listed", async () => {
  const { seller, treasury, fetch } = shop({ ask: true, maximumUsd: 5 });
  const response = fetch(url);
  const pending = async () => (await treasury.state("acme")).proposals;
  await expect.poll(pending).toHaveLength(1);
  const [permit] = await pending();
  expect(seller.requests).toEqual([]);
  const decision = { workspaceId: "acme", proposalId: permit?.id ?? "", operator: "Ada" };
  await treasury.decide({ ...decision, decision: "approve" });
  expect(await (await response).text()).toBe("Sunny");
});

describe("a response without a payment", () => {
  it("is that of the seller", async () => {
    const { seller, fetch } = shop();
    seller.priceUsd = null;
    const response = await fetch(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain"]);
    expect(await response.text()).toBe("Sunny");
  });

  it.each([404, 204, 304, 307])("has the seller's status %i", async (status) => {
    const { seller, fetch } = shop();
    seller.priceUsd = null;
    seller.answer = { status };
    expect((await fetch(url)).status).toBe(status);
  });

  it.each([
    ["bytes", new Uint8Array([0, 255, 254, 128])],
    ["text with a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 65])],
    ["nothing", new Uint8Array()],
  ])("has the seller's %s", async (_what, bytes) => {
    const { seller, fetch } = shop();
    seller.priceUsd = null;
    seller.content = bytes;
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
  });
});

describe("a request", () => {
  it("has the method, body and content type of `fetch`", async () => {
    const { seller, fetch } = shop();
    seller.priceUsd = null;
    const body = JSON.stringify({ city: "Zürich" });
    const headers = { "content-type": "application/json", accept: "*/*" };
    await fetch(new URL(url), { method: "POST", body, headers });
    await fetch(new Request(url, { method: "POST", body: new URLSearchParams({ a: "b" }) }));
    expect(seller.requests).toMatchObject([
      { url, method: "POST", body, headers: { "content-type": "application/json" } },
      { body: "a=b", headers: { "content-type": expect.stringContaining("urlencoded") } },
    ]);
  });

  it.each<[string, RequestInit]>([
    ["another header", { headers: { authorization: "Bearer x" } }],
    ["another method", { method: "PUT", body: "x" }],
    ["a body that is not text", { method: "POST", body: new Uint8Array([255]) }],
  ])("is not sent with %s", async (_what, init) => {
    const { seller, fetch } = shop();
    await expect(fetch(url, init)).rejects.toThrow(TypeError);
    expect(seller.requests).toEqual([]);
  });

  it("is a purchase of its own without a key, and the same with one", async () => {
    const { seller, treasury, fetch } = shop({ waitSeconds: 0 });
    seller.priceUsd = 20;
    const headers = { "idempotency-key": "a" };
    for (const init of [{}, {}, { headers }, { headers }]) await failureOf(fetch(url, init));
    expect((await treasury.state("acme")).proposals).toHaveLength(3);
  });

  it("ends if it is aborted", async () => {
    const { seller, fetch } = shop();
    seller.priceUsd = 20;
    const aborting = new AbortController();
    const waiting = fetch(url, { signal: aborting.signal });
    await expect.poll(() => seller.requests.length).toBe(1);
    aborting.abort(new Error("Enough."));
    await expect(waiting).rejects.toThrow("Enough.");
  });
});

describe("a price", () => {
  it("that waits for approval is an error with the proposal, and continues with its key", async () => {
    const { seller, treasury, fetch } = shop({ waitSeconds: 0 });
    seller.priceUsd = 20;
    const { kind, proposalId, proposal, idempotencyKey } = await failureOf(fetch(url));
    expect(kind).toBe("pending");
    expect(proposal).toMatchObject({ id: proposalId, amountUsd: 20, vendor: sellerOrigin });
    const decision = { workspaceId: "acme", proposalId, operator: "Ada" } as const;
    await treasury.decide({ ...decision, decision: "deny", comment: "Too dear." });
    const denied = await failureOf(fetch(url, { headers: { "idempotency-key": idempotencyKey } }));
    expect([denied.kind, denied.proposalId]).toEqual(["denied", proposalId]);
    expect(denied.message).toContain("Too dear.");
    expect(seller.requests).toHaveLength(1);
  });

  it("is paid, and returns the answer, once it is approved", async () => {
    const { seller, treasury, fetch } = shop();
    seller.priceUsd = 20;
    const waiting = fetch(url);
    await expect.poll(() => treasury.state("acme")).toMatchObject({ pendingCount: 1 });
    const { proposals } = await treasury.state("acme");
    const proposalId = proposals[0]?.id ?? "";
    await treasury.decide({
      workspaceId: "acme",
      proposalId,
      decision: "approve",
      operator: "Ada",
    });
    expect(await (await waiting).text()).toBe("Sunny");
    expect([seller.requests.length, seller.orders.length]).toEqual([1, 1]);
  });

  it.each<["approve" | "deny", PaidFetchErrorKind]>([
    ["deny", "denied"],
    ["approve", "failed"],
  ])("is waited for (%s)", async (decision, kind) => {
    const { seller, treasury, fetch } = shop();
    seller.priceUsd = 20;
    const waiting = failureOf(fetch(url));
    const { proposals } = await expect
      .poll(() => treasury.state("acme"))
      .toMatchObject({ pendingCount: 1 })
      .then(() => treasury.state("acme"));
    const proposalId = proposals[0]?.id ?? "";
    if (decision === "approve") {
      await treasury.setBudget({ workspaceId: "acme", limits: { minReserveUsd: 1_000 } });
    }
    await treasury.decide({ workspaceId: "acme", proposalId, decision, operator: "Ada" });
    expect((await waiting).kind).toBe(kind);
    expect(seller.orders).toEqual([]);
  });

  it("above the maximum is an error of the service", async () => {
    const { fetch } = shop({ maximumUsd: 1 });
    await expect(fetch(url)).rejects.toMatchObject({ code: "price_not_accepted" });
  });

  it("that was paid, without a response, is lost", async () => {
    const { seller, fetch } = shop();
    seller.isLost = true;
    expect((await failureOf(fetch(url))).kind).toBe("lost");
    expect(seller.orders).toHaveLength(1);
  });
});
