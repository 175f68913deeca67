import type { PaymentExecutor, SpendOrder } from "@agent-treasury/provider";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startChain, type TestChain } from "./test-chain.ts";
import type { TestSeller } from "./test-seller.ts";

/** A buyer and a seller on a chain of the tests. */
interface PayingRail {
  readonly account: { readonly address: `0x${string}` };
  readonly seller: TestSeller;
  readonly executor: PaymentExecutor;
  /** Another process of the deployment. */
  create(): PaymentExecutor;
  /** An order whose authorization is committed. */
  order(): Promise<SpendOrder>;
}

/** The rail of the present test. */
export interface RailOfTests<Rail> {
  chain: TestChain;
  rail: Rail;
  payments(): ReturnType<TestChain["paymentsOf"]>;
}

export const sunny: Uint8Array = new TextEncoder().encode("Sunny");

/** Creates a chain for the tests of a `describe`, and a rail for each, which pays once. */
export function paysOnce<Rail extends PayingRail>(
  name: string,
  open: (chain: TestChain) => Promise<Rail>,
): RailOfTests<Rail> {
  const at = { payments: () => at.chain.paymentsOf(at.rail.account.address) } as RailOfTests<Rail>;
  beforeAll(async () => {
    at.chain = await startChain();
  });
  afterAll(() => at.chain.stop());
  beforeEach(async () => {
    at.rail = await open(at.chain);
  });

  it("quotes a price with the seller's origin, and pays it for the resource", async () => {
    const { seller, executor, order: ordered } = at.rail;
    const order = await ordered();
    expect(order.quote).toMatchObject({
      rail: name,
      payee: seller.origin,
      description: "A weather report",
      maximum: 500_000n,
      isFixed: true,
    });
    expect(await executor.pay(order)).toMatchObject({
      kind: "executed",
      captures: [{ amount: 500_000n }],
      resource: { status: 200, contentType: "text/plain", body: sunny },
    });
    expect(await at.payments()).toHaveLength(1);
  });

  it("pays once in repeated and concurrent calls of several processes", async () => {
    const { seller, executor, create, order: ordered } = at.rail;
    const order = await ordered();
    const processes = [executor, create(), create()];
    const outcomes = await Promise.all(
      [...processes, ...processes].map((process) => process.pay(order)),
    );
    expect(outcomes.map(({ kind }) => kind)).toContain("executed");
    const { length } = seller.paid;
    const again = await create().pay(order);
    expect(seller.paid).toHaveLength(length);
    expect(again).toMatchObject({ kind: "executed", resource: { body: sunny } });
    expect(await executor.find(order)).toEqual(again);
    const presented = seller.paid.map(
      ({ headers }) => headers["payment-signature"] ?? headers.authorization,
    );
    expect(new Set(presented).size).toBe(1);
    expect(await at.payments()).toHaveLength(1);
  });

  it("is executed after a lost answer, without the resource", async () => {
    const order = await at.rail.order();
    const { behave } = at.rail.seller;
    at.rail.seller.behave = async (...request) => {
      await behave(...request);
      return null;
    };
    const outcome = await at.rail.executor.pay(order);
    expect(outcome.kind).toBe("executed");
    expect(outcome).not.toHaveProperty("resource");
    expect(await at.payments()).toHaveLength(1);
  });
  return at;
}
