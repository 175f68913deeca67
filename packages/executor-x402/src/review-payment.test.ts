import type { Review } from "@agent-treasury/provider";
import { anvilBinary, testOrder, testQuote, type TestChain, startChain } from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestBuyer, testBuyer } from "./test-buyer.fixture.ts";

describe.skipIf(anvilBinary === null)("a payment that is looked at again", () => {
  let chain: TestChain;
  let buyer: TestBuyer;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    buyer = await testBuyer(chain);
  });

  async function prepared() {
    const executor = buyer.executorOf(await buyer.honest());
    const { order, authorization } = await buyer.prepared(executor);
    const review = async (outcome: "executed" | "declined"): Promise<Review | undefined> =>
      executor.review?.(order, outcome, []);
    const id = `eip3009:31337:${chain.token}:${authorization.from}:${authorization.nonce}`;
    return { executor, order, authorization, review, id: id.toLowerCase() };
  }

  it("is final once its block is finalized", async () => {
    const { executor, order, authorization, review } = await prepared();
    await chain.settle(authorization);
    expect((await review("executed"))?.kind).toBe("pending");
    await chain.mine(1);
    expect((await executor.find(order)).kind).toBe("executed");
    expect((await review("executed"))?.kind).toBe("pending");
    await chain.mine(1);
    expect(await review("executed")).toEqual({ kind: "final" });
  });

  it("is pending after a reorganization while it may be settled again, then final", async () => {
    const { authorization, review } = await prepared();
    await chain.settle(authorization);
    await chain.mine(1);
    await chain.reorganize(2);
    await chain.mine(4);
    expect((await review("executed"))?.kind).toBe("pending");
    await chain.settle(authorization);
    await chain.mine(3);
    expect(await review("executed")).toEqual({ kind: "final" });
    expect(await chain.paymentsOf(buyer.account.address)).toHaveLength(1);
  });

  it("is reversed after a reorganization once the expiry of its authorization is final", async () => {
    const { authorization, review, id } = await prepared();
    await chain.settle(authorization);
    await chain.mine(1);
    await chain.reorganize(2);
    buyer.clock.advance(400);
    await chain.increaseTime(400);
    await chain.mine(1);
    expect((await review("executed"))?.kind).toBe("pending");
    await chain.mine(3);
    expect(await review("executed")).toEqual({
      kind: "reversed",
      captureIds: [id],
      reason: expect.stringContaining("The chain no longer has the transfer."),
    });
    await expect(chain.settle(authorization)).rejects.toThrow("authorization is expired");
  });

  it("was paid after all although it was released", async () => {
    const { authorization, review, id } = await prepared();
    await chain.settle(authorization);
    await chain.mine(3);
    const captures = [{ id, amount: 500_000n }];
    expect(await review("declined")).toEqual({ kind: "paid", captures, reference: id });
  });

  it("is final when it was released and never paid", async () => {
    const { review } = await prepared();
    expect((await review("declined"))?.kind).toBe("pending");
    await buyer.pass(400);
    expect(await review("declined")).toEqual({ kind: "final" });
  });

  it("is final when nothing was signed for it", async () => {
    const executor = buyer.executorOf([chain.rpcUrl]);
    expect(await executor.review?.(testOrder(testQuote(chain)), "declined", [])).toEqual({
      kind: "final",
    });
  });
});
