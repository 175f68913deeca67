import {
  anvilBinary,
  type SellerResponse,
  startChain,
  type TestChain,
  testClock,
} from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readAuthorization } from "./authorization/authorization.ts";
import { type TestRail, testRail } from "./test-rail.fixture.ts";

const sunny = new TextEncoder().encode("Sunny");

/** What a seller does with the first presentation of a payment. */
type Fault = (honest: () => Promise<SellerResponse>) => Promise<SellerResponse | null>;

/** A fault after the seller collected. */
const afterwards =
  (answer: SellerResponse | null): Fault =>
  async (honest) => {
    await honest();
    return answer;
  };

describe.skipIf(anvilBinary === null)("a payment without an answer", () => {
  let chain: TestChain;
  let rail: TestRail;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    rail = await testRail(chain);
    rail.seller.extensions = { "payment-identifier": { info: { required: false }, schema: {} } };
  });

  /** Returns the recorded answer to a payment that was sold before, as the extension requires. */
  function faulty(fault: Fault, times = 1): void {
    let recorded: SellerResponse | null = null;
    let faults = 0;
    rail.seller.behave = async ({ headers }, honest) => {
      if (headers["payment-signature"] === undefined) return honest();
      const sell = async (): Promise<SellerResponse> => (recorded ??= await honest());
      faults += 1;
      return faults <= times ? fault(sell) : sell();
    };
  }

  const payments = () => chain.paymentsOf(rail.account.address);

  it.each<[string, Fault]>([
    ["503 before it collects", async () => ({ status: 503 })],
    ["429 before it collects", async () => ({ status: 429, headers: { "retry-after": "1" } })],
    ["402 before it collects", async () => ({ status: 402 })],
    ["a cut connection before it collects", async () => null],
    ["500 after it collected", afterwards({ status: 500 })],
    ["429 after it collected", afterwards({ status: 429 })],
    ["402 after it collected", afterwards({ status: 402 })],
    ["a cut connection after it collected", afterwards(null)],
    [
      "a cut body after it collected",
      afterwards({ status: 200, headers: { "content-length": "100" }, body: "Su" }),
    ],
  ])("is presented again in the same call after %s", async (_what, fault) => {
    faulty(fault);
    const order = await rail.order();
    expect(await rail.executor.pay(order)).toMatchObject({
      kind: "executed",
      resource: { status: 200, body: sunny },
    });
    const sent = rail.seller.paid.map(({ headers }) => headers["payment-signature"]);
    expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
    expect(await payments()).toHaveLength(1);
  });

  it("is presented at most six times in a call", async () => {
    const order = await rail.order();
    rail.seller.behave = () => ({ status: 503 });
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "in_progress" });
    expect(rail.seller.paid).toHaveLength(6);
  });

  it("is presented twice in a call to a seller that rejects it", async () => {
    const order = await rail.order();
    rail.seller.behave = () => ({ status: 402 });
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "in_progress" });
    expect(rail.seller.paid).toHaveLength(2);
  });

  it("is not presented again if the treasury does not permit it", async () => {
    faulty(async () => ({ status: 503 }));
    const order = { ...(await rail.order()), mayRepeat: async () => false };
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "in_progress" });
    expect(rail.seller.paid).toHaveLength(1);
    expect(await payments()).toEqual([]);
  });

  it("does not wait longer than its call lasts", async () => {
    faulty(async () => ({ status: 503, headers: { "retry-after": "3600" } }));
    expect(await rail.executor.pay(await rail.order())).toMatchObject({ kind: "in_progress" });
    expect(rail.seller.paid).toHaveLength(1);
  });

  it("stays in progress while its seller fails, and is executed once the seller rejects it", async () => {
    const order = await rail.order();
    faulty(afterwards({ status: 503, headers: { "retry-after": "3600" } }));
    expect(await rail.executor.pay(order)).toMatchObject({
      kind: "in_progress",
      reference: expect.stringMatching(/^eip3009:/),
    });
    rail.seller.behave = () => ({ status: 402 });
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "executed" });
    expect(rail.seller.paid).toHaveLength(3);
    expect(await payments()).toHaveLength(1);
  });

  it("is found as repeatable once it is executed, until its authorization ends", async () => {
    const order = await rail.order();
    faulty(afterwards({ status: 500 }), 6);
    await rail.executor.pay({ ...order, mayRepeat: async () => false });
    expect(await rail.executor.find(order)).toMatchObject({ kind: "executed", isRepeatable: true });
    const { validBefore = "0" } = readAuthorization(order.payload) ?? {};
    const late = rail.create({ clock: testClock(Number(validBefore) * 1_000 - 5_000) });
    expect(await late.find(order)).not.toHaveProperty("isRepeatable");
  });

  it("stores four long answers at most, if its seller cuts each off", async () => {
    const order = await rail.order();
    const headers = { "content-length": "8000000" };
    const body = Buffer.alloc(600_000, "x");
    rail.seller.behave = () => ({ status: 200, headers, body, isCut: true });
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "in_progress" });
    expect(rail.seller.paid).toHaveLength(6);
    const parts = [...rail.store.values.keys()].filter((key) => key.startsWith("x402/part/"));
    expect(parts).toHaveLength(4);
  });

  it("is not found as repeatable without an identifier", async () => {
    rail.seller.extensions = {};
    const order = await rail.order();
    faulty(afterwards({ status: 500 }), 6);
    await rail.executor.pay({ ...order, mayRepeat: async () => false });
    expect(await rail.executor.find(order)).not.toHaveProperty("isRepeatable");
  });
});
