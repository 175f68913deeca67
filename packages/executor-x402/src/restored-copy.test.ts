import type { SpendOrder } from "@agent-treasury/provider";
import { anvilBinary, type TestChain, startChain } from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestRail, testRail } from "./test-rail.fixture.ts";
import type { X402Executor } from "./x402-executor.ts";

describe.skipIf(anvilBinary === null)("a restored copy beside the live deployment", () => {
  let chain: TestChain;
  let rail: TestRail;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    rail = await testRail(chain);
  });

  const withCommand = (): X402Executor => rail.create({ deploymentId: "d2" });
  const payments = () => chain.paymentsOf(rail.account.address);

  it("pays a held spend once, with and without the command", async () => {
    const order = await rail.order();
    await expect(withCommand().pay(order)).rejects.toMatchObject({ code: "spend_executor_error" });
    expect((await withCommand().find(order)).kind).toBe("in_progress");
    expect(await payments()).toEqual([]);
    const outcomes = await Promise.all([rail.executor.pay(order), rail.create().pay(order)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["executed", "executed"]);
    expect((await withCommand().find(order)).kind).toBe("executed");
    expect(await payments()).toHaveLength(1);
  });

  it("pays a pending spend once that is approved in both, with and without the command", async () => {
    const pending = await rail.hold();
    expect(await approve(rail.executor, pending)).toBe("executed");
    await expect(approve(withCommand(), pending)).rejects.toMatchObject({
      message: "The price was quoted to another copy of the database.",
    });
    expect(await withCommand().preflight?.(pending)).toMatchObject({ kind: "unsupported" });
    expect(await approve(rail.create(), pending)).toBe("executed");
    expect(await payments()).toHaveLength(1);
  });

  it("pays its own spends after the command", async () => {
    const copy = withCommand();
    const order = await rail.hold({}, copy);
    expect(await approve(copy, order)).toBe("executed");
    expect(await payments()).toHaveLength(1);
  });
});

/** Approves the same proposal once more, some seconds later. */
async function approve(executor: X402Executor, held: SpendOrder): Promise<string> {
  const order = { ...held, heldAt: held.heldAt + 2_000, payload: null };
  const payload = await executor.prepare?.(order);
  return (await executor.pay({ ...order, payload: payload ?? null })).kind;
}
