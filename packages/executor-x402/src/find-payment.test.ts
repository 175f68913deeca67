import {
  anvilBinary,
  payTo,
  testOrder,
  testQuote,
  type TestChain,
  startChain,
} from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readAuthorization } from "./authorization/authorization.ts";
import { typedDataOf } from "./authorization/typed-data.ts";
import { readTerms } from "./quote/quote-terms.ts";
import { type TestBuyer, testBuyer } from "./test-buyer.fixture.ts";

describe.skipIf(anvilBinary === null)("the outcome of an authorization on a chain", () => {
  let chain: TestChain;
  let buyer: TestBuyer;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    buyer = await testBuyer(chain);
  });

  it("is not_sent before an authorization was committed", async () => {
    const executor = buyer.executorOf([chain.rpcUrl]);
    expect(await executor.find(testOrder(testQuote(chain)))).toEqual({ kind: "not_sent" });
  });

  it("is repeatable while unused with 30 s left, then in progress", async () => {
    const executor = buyer.executorOf(await buyer.honest());
    const { order } = await buyer.prepared(executor);
    buyer.clock.advance(269);
    expect(await executor.find(order)).toEqual({ kind: "repeatable" });
    buyer.clock.advance(2);
    expect((await executor.find(order)).kind).toBe("in_progress");
  });

  it("is executed at the network's depth, with the movement's identity", async () => {
    const executor = buyer.executorOf(await buyer.honest());
    const { order, authorization } = await buyer.prepared(executor);
    await chain.settle(authorization);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.mine(1);
    const { address } = buyer.account;
    const id = `eip3009:31337:${chain.token}:${address}:${authorization.nonce}`.toLowerCase();
    expect(await executor.find(order)).toEqual({
      kind: "executed",
      reference: id,
      captures: [{ id, amount: 500_000n }],
    });
    expect(await chain.paymentsOf(address)).toEqual([{ to: payTo, value: 500_000n }]);
  });

  it("is found months later", async () => {
    const executor = buyer.executorOf(await buyer.honest());
    const { order, authorization } = await buyer.prepared(executor);
    await chain.settle(authorization);
    await chain.mine(60, 86_400);
    expect((await executor.find(order)).kind).toBe("executed");
  });

  it("is the same payment when it is prepared again, in another process", async () => {
    const executor = buyer.executorOf([chain.rpcUrl]);
    const { order, authorization } = await buyer.prepared(executor);
    const other = buyer.executorOf([chain.rpcUrl]);
    expect(readAuthorization((await other.prepare?.(order)) ?? null)).toEqual(authorization);
    await chain.settle(authorization);
    const later = { ...order, heldAt: order.heldAt + 5_000 };
    const another = readAuthorization((await executor.prepare?.(later)) ?? null);
    if (another === null) throw new Error("Nothing was prepared.");
    expect(another.validBefore).not.toBe(authorization.validBefore);
    await expect(chain.settle(another)).rejects.toThrow("authorization is used or canceled");
    expect(await chain.paymentsOf(buyer.account.address)).toHaveLength(1);
  });

  it("survives a reorganization: the payment counts once it is settled again", async () => {
    const executor = buyer.executorOf(await buyer.honest());
    const { order, authorization } = await buyer.prepared(executor);
    await chain.settle(authorization);
    await chain.mine(1);
    const counted = await executor.find(order);
    expect(counted.kind).toBe("executed");
    await chain.reorganize(2);
    await chain.mine(3);
    expect(await executor.find(order)).toEqual({ kind: "repeatable" });
    await chain.settle(authorization);
    await chain.mine(1);
    expect(await executor.find(order)).toEqual(counted);
    expect(await chain.paymentsOf(buyer.account.address)).toHaveLength(1);
  });

  it("is declined after expiry, once a finalized block proves it to two endpoints", async () => {
    const executor = buyer.executorOf(await buyer.honest());
    const { order, authorization } = await buyer.prepared(executor);
    buyer.clock.advance(400);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.increaseTime(400);
    await chain.mine(1);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.mine(3);
    expect(await executor.find(order)).toMatchObject({ kind: "declined" });
    await expect(chain.settle(authorization)).rejects.toThrow("authorization is expired");
  });

  it("is declined after expiry by one endpoint only a day later", async () => {
    const executor = buyer.executorOf([chain.rpcUrl, chain.rpcUrl]);
    const { order } = await buyer.prepared(executor);
    await buyer.pass(400);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.increaseTime(86_400);
    await chain.mine(4);
    expect((await executor.find(order)).kind).toBe("in_progress");
    buyer.clock.advance(86_400);
    expect((await executor.find(order)).kind).toBe("declined");
  });

  it("is in progress a day later by one endpoint whose chain stands still", async () => {
    const executor = buyer.executorOf([chain.rpcUrl]);
    const { order } = await buyer.prepared(executor);
    await buyer.pass(400);
    buyer.clock.advance(86_400);
    expect((await executor.find(order)).kind).toBe("in_progress");
  });

  it("does not depend on a clock that jumps forward", async () => {
    const executor = buyer.executorOf(await buyer.honest());
    const { order, authorization } = await buyer.prepared(executor);
    buyer.clock.advance(10 * 86_400);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.settle(authorization);
    await chain.mine(1);
    expect((await executor.find(order)).kind).toBe("executed");
  });

  it("is declined when it was canceled, in a finalized block", async () => {
    const executor = buyer.executorOf(await buyer.honest());
    const { order, authorization } = await buyer.prepared(executor);
    const { from, nonce } = authorization;
    await chain.cancel(from, nonce, await buyer.signCancellation(nonce));
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.mine(2);
    expect(await executor.find(order)).toEqual({
      kind: "declined",
      reason: "The authorization was canceled.",
    });
  });

  it.each([{ value: "700000" }, { to: "0x00000000000000000000000000000000000000AA" }] as const)(
    "is unknown when the nonce was used for another transfer: %o",
    async (change) => {
      const executor = buyer.executorOf(await buyer.honest());
      const { order, authorization } = await buyer.prepared(executor);
      const other = { ...authorization, ...change };
      const terms = readTerms(order.quote);
      const signature = await buyer.account.signTypedData(typedDataOf(terms, other));
      await chain.settle({ ...other, signature });
      await chain.mine(2);
      expect(await executor.find(order)).toEqual({
        kind: "unknown",
        reason: "The authorization's outcome is uncertain: it was used for another transfer.",
      });
    },
  );

  it("is found but not repeatable for an authorization of another deployment", async () => {
    const { order, authorization } = await buyer.prepared(buyer.executorOf([chain.rpcUrl]));
    const restored = buyer.executorOf([chain.rpcUrl], { deploymentId: "d2" });
    expect((await restored.find(order)).kind).toBe("in_progress");
    await expect(restored.pay(order)).rejects.toMatchObject({ code: "spend_executor_error" });
    await chain.settle(authorization);
    await chain.mine(1);
    expect((await restored.find(order)).kind).toBe("executed");
  });
});
