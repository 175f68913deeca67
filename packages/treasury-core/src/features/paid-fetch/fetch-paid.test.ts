import type { PaidFetchRequest } from "@agent-treasury/contract";
import { type PaymentExecutor, TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import type { TreasuryOptions } from "../../index.ts";
import { agentWorld, bearer, type AgentWorld } from "../external-agents/agent-world.fixture.ts";
import { sellerOrigin, testSeller, type TestSeller } from "./test-seller.fixture.ts";

const url = `${sellerOrigin}/weather?city=Bern`;
const asked: PaidFetchRequest = { workspaceId: "acme", url, purpose: "the weather" };

function openWorld(
  options: { readonly maximumUsd?: number } = {},
  seller = testSeller(),
): AgentWorld & { readonly seller: TestSeller } {
  const { executor, outbound } = seller;
  const paidFetch = { origins: [sellerOrigin], ...options };
  const world = agentWorld({ executors: { executor }, outbound, paidFetch });
  return { ...world, seller };
}

describe("a request to a seller", () => {
  it("is returned without a proposal if the seller asks for no payment", async () => {
    const { treasury, seller } = openWorld();
    seller.priceUsd = null;
    const { proposal, resource } = await treasury.fetchPaid(asked);
    expect(proposal).toBeNull();
    expect(resource).toEqual({
      origin: sellerOrigin,
      status: 200,
      contentType: "text/plain",
      encoding: "text",
      body: "Sunny",
      isTruncated: false,
    });
    expect(seller.orders).toEqual([]);
  });

  it.each([
    ["/weather/", `${sellerOrigin}/weather/`],
    ["https://other.example/a b", "https://other.example/a%20b"],
    ["javascript:alert(1)", undefined],
    [`/${"x".repeat(1_024)}`, undefined],
    [undefined, undefined],
  ])("has the address of a redirect to %s", async (location, expected) => {
    const { treasury, seller } = openWorld();
    const headers = location === undefined ? {} : { location };
    seller.answer = { status: 307, headers };
    const { resource } = await treasury.fetchPaid(asked);
    expect([resource?.status, resource?.location]).toEqual([307, expected]);
    expect(seller.requests).toHaveLength(1);
  });

  it("proposes the price that the executor read, to the payee that it names", async () => {
    const { treasury, seller } = openWorld();
    const { proposal, resource } = await treasury.fetchPaid(asked);
    expect(resource).toMatchObject({ origin: sellerOrigin, status: 200, body: "Sunny" });
    expect(proposal).toMatchObject({
      status: "executed",
      amountUsd: 2,
      capturedUsd: 2,
      vendor: sellerOrigin,
      purpose: `GET ${url}: the weather`,
      quote: { rail: "test_rail", payee: sellerOrigin, description: "A weather report" },
    });
    expect(seller.orders).toMatchObject([{ quote: { terms: { url, method: "GET" } } }]);
  });

  it("sends the content type and the body, and no other header", async () => {
    const { treasury, seller } = openWorld();
    const body = '{"city":"Bern"}';
    const contentType = "application/json; charset=utf-8";
    await treasury.fetchPaid({ ...asked, method: "POST", contentType, body });
    await treasury.fetchPaid(asked);
    expect(seller.requests.map(({ headers }) => headers)).toEqual([
      { "content-type": contentType },
      {},
    ]);
    expect(seller.requests[0]).toMatchObject({ method: "POST", body, maximumBytes: 262_144 });
  });

  it("waits for approval above the limit of automatic approvals, and is paid after it", async () => {
    const { treasury, seller } = openWorld();
    seller.priceUsd = 20;
    const { proposal, resource } = await treasury.fetchPaid(asked);
    expect(proposal).toMatchObject({ status: "pending", amountUsd: 20 });
    expect(resource).toBeNull();
    const decision = { workspaceId: "acme", proposalId: proposal?.id ?? "", operator: "Ada" };
    await treasury.decide({ ...decision, decision: "approve" });
    expect(seller.orders).toHaveLength(1);
    const again = await treasury.fetchPaid(asked);
    expect(again.proposal).toMatchObject({ id: proposal?.id, status: "executed" });
    expect(again.resource?.body).toBe("Sunny");
    expect(seller.requests).toHaveLength(1);
  });

  it("has no resource if the answer to the payment was lost", async () => {
    const { treasury, seller } = openWorld();
    seller.isLost = true;
    for (let call = 0; call < 2; call += 1) {
      const { proposal, resource } = await treasury.fetchPaid(asked);
      expect([proposal?.status, resource]).toEqual(["executed", null]);
    }
    expect(seller.orders).toHaveLength(1);
  });

  it("is one purchase with the same values, and with the same key", async () => {
    const { treasury, seller } = openWorld();
    const first = await treasury.fetchPaid(asked);
    const same = await treasury.fetchPaid({ ...asked, method: "GET" });
    expect(same.proposal?.id).toBe(first.proposal?.id);
    const keyed = { ...asked, idempotencyKey: "a" };
    const [one, two] = await Promise.all([treasury.fetchPaid(keyed), treasury.fetchPaid(keyed)]);
    expect(two.proposal?.id).toBe(one.proposal?.id);
    expect(one.proposal?.id).not.toBe(first.proposal?.id);
    expect(seller.orders).toHaveLength(2);
  });

  it.each([
    ["address", { url: `${sellerOrigin}/weather?city=Basel` }],
    ["purpose", { purpose: "something else" }],
    ["body", { method: "POST", body: "Basel" }],
  ] as const)("cannot use the key of another request with another %s", async (_what, change) => {
    const { treasury, seller } = openWorld();
    const keyed = { ...asked, idempotencyKey: "a" };
    await treasury.fetchPaid(keyed);
    const other = treasury.fetchPaid({ ...keyed, ...change });
    await expect(other).rejects.toMatchObject({ code: "idempotency_key_reused" });
    expect(seller.orders).toHaveLength(1);
  });

  it("is proposed by the agent of a credential, in its workspace", async () => {
    const { send, issue, treasury, seller } = openWorld();
    const { token } = await issue();
    const route = "POST /treasury/paid-requests";
    const { status, body } = await send(route, bearer(token), { ...asked });
    expect(status).toBe(200);
    expect(body.proposal).toMatchObject({ agentId: "buyer", proposedBy: "Buyer" });
    const elsewhere = await send(route, bearer(token), { ...asked, workspaceId: "other" });
    expect(elsewhere.body.code).toBe("forbidden");
    const inProcess = await treasury.fetchPaid({ ...asked, agentId: "buyer", agentName: "Buyer" });
    expect(inProcess.proposal?.id).toBe(body.proposal.id);
    expect(seller.orders).toHaveLength(1);
  });
});

describe("a price", () => {
  const refused = { code: "price_not_accepted" };

  it.each([
    ["the deployment", { maximumUsd: 1.5 }, {}],
    ["the request", {}, { maximumUsd: 1.5 }],
    ["the request, below the deployment's", { maximumUsd: 5 }, { maximumUsd: 1.99 }],
    ["the deployment, below the request's", { maximumUsd: 1 }, { maximumUsd: 50 }],
  ])("above the maximum of %s is not proposed", async (_whose, options, change) => {
    const { treasury, seller } = openWorld(options);
    await expect(treasury.fetchPaid({ ...asked, ...change })).rejects.toMatchObject(refused);
    expect((await treasury.state("acme")).proposals).toEqual([]);
    expect(seller.orders).toEqual([]);
  });

  it("at the maximum is proposed", async () => {
    const { treasury } = openWorld({ maximumUsd: 2 });
    const { proposal } = await treasury.fetchPaid({ ...asked, maximumUsd: 2 });
    expect(proposal?.amountUsd).toBe(2);
  });

  it("that no executor supports is not proposed, with the reason", async () => {
    const { treasury, seller } = openWorld();
    seller.quote = async () => ({ kind: "unsupported", reason: "The scheme is `upto`." });
    await expect(treasury.fetchPaid(asked)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining("The scheme is `upto`."),
    });
  });

  it("is read by the first executor that supports it", async () => {
    const seller = testSeller();
    const other: PaymentExecutor = {
      ...seller.executor,
      provider: "other_rail",
      quote: async () => ({ kind: "unsupported", reason: "Not for me." }),
    };
    const failing: PaymentExecutor = {
      ...other,
      provider: "failing_rail",
      quote: () => Promise.reject(new TreasuryError("spend_executor_error", "It is down.")),
    };
    const { outbound } = seller;
    const paidFetch = { origins: [sellerOrigin] };
    const open = (...executors: readonly PaymentExecutor[]) =>
      agentWorld({ executors: executors.map((executor) => ({ executor })), outbound, paidFetch });
    const { treasury } = open(other, failing, seller.executor);
    const { proposal } = await treasury.fetchPaid(asked);
    expect(proposal).toMatchObject({ status: "executed", quote: { rail: "test_rail" } });
    const unpaid = open(other, failing).treasury.fetchPaid(asked);
    const message = expect.stringContaining("It is down.");
    await expect(unpaid).rejects.toMatchObject({ code: "outbound_failed", message });
  });

  it("is not proposed if an executor quotes for another one", async () => {
    const { treasury, seller } = openWorld();
    seller.quote = async (answer) =>
      answer.kind === "quoted" ? { ...answer, quote: { ...answer.quote, rail: "x402" } } : answer;
    const code = "internal_error";
    await expect(treasury.fetchPaid(asked)).rejects.toMatchObject({ code });
  });
});

describe("the option `paidFetch`", () => {
  const seller = testSeller();
  const { outbound } = seller;
  const executors = { executor: seller.executor };
  const { quote: _, ...plain } = seller.executor;

  it("is off by default, also with an empty list", async () => {
    for (const options of [{}, { paidFetch: { origins: [] } }]) {
      const { treasury } = agentWorld({ executors, outbound, ...options });
      const code = "paid_fetch_not_connected";
      await expect(treasury.fetchPaid(asked)).rejects.toMatchObject({ code });
    }
    expect(seller.requests).toEqual([]);
  });

  it.each([
    "http://seller.example",
    "https://seller.example/",
    "https://seller.example/path",
    "https://SELLER.example",
    "https://user@seller.example",
    "https://*.example",
    "seller.example",
    "*",
    "null",
  ])("rejects %s as an origin", (origin) => {
    const open = () => agentWorld({ executors, outbound, paidFetch: { origins: [origin] } });
    expect(open).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });

  it.each<[string, Partial<TreasuryOptions> & { readonly maximumUsd?: number }]>([
    ["`outbound`", { executors }],
    ["an executor that reads prices", { outbound, executors: { executor: plain } }],
    ["a valid maximum", { outbound, executors, maximumUsd: -1 }],
  ])("needs %s", (_what, { maximumUsd, ...options }) => {
    const paidFetch = { origins: [sellerOrigin], ...(maximumUsd && { maximumUsd }) };
    const open = () => agentWorld({ ...options, paidFetch });
    expect(open).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});
