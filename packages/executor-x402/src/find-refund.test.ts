import type { SpendOrder } from "@agent-treasury/provider";
import { anvilBinary, startChain, type TestChain } from "evm-for-tests";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { typedDataOf } from "./authorization/typed-data.ts";
import { readTerms } from "./quote/quote-terms.ts";
import { type TestBuyer, testBuyer } from "./test-buyer.fixture.ts";

describe.skipIf(anvilBinary === null)("a refund by a transfer", () => {
  const payee = privateKeyToAccount(generatePrivateKey());
  const stranger = privateKeyToAccount(generatePrivateKey());
  let chain: TestChain;
  let buyer: TestBuyer;
  beforeAll(async () => {
    chain = await startChain();
    await chain.mint(payee.address, 10_000_000n);
    await chain.mint(stranger.address, 10_000_000n);
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    buyer = await testBuyer(chain);
  });

  /** A payment to the payee. */
  async function paid() {
    const executor = buyer.executorOf(await buyer.honest());
    const { order } = await buyer.prepared(executor);
    const quote = order.quote && {
      ...order.quote,
      terms: { ...order.quote.terms, payTo: payee.address },
    };
    const find = (reference: string, changes: Partial<SpendOrder> = {}) =>
      executor.findRefund?.({ ...order, quote, heldAt: 0, ...changes }, reference);
    return { find, order };
  }

  it("counts once its block is final, by the same id however its hash is written", async () => {
    const { find } = await paid();
    const hash = await chain.transfer(payee, buyer.account.address, 2_000_000n);
    expect(await find(hash)).toMatchObject({ kind: "pending" });
    await chain.mine(2);
    const refund = { id: `erc20:31337:${hash}`, amount: 2_000_000n };
    const found = { kind: "refunded", refund };
    expect(await find(hash)).toEqual(found);
    expect(await find(` ${hash.toUpperCase().replace("0X", "0x")}`)).toEqual(found);
  });

  it("does not count after a reorganization that removed it", async () => {
    const { find } = await paid();
    const hash = await chain.transfer(payee, buyer.account.address, 2_000_000n);
    await chain.reorganize(1);
    await chain.mine(3);
    expect(await find(hash)).toMatchObject({
      kind: "none",
      reason: expect.stringContaining("no such transaction"),
    });
  });

  it.each(["of a stranger", "to a stranger", "before the payment"])(
    "is not another transfer: %s",
    async (which) => {
      const { find } = await paid();
      const from = which === "of a stranger" ? stranger : payee;
      const to = which === "to a stranger" ? stranger.address : buyer.account.address;
      const hash = await chain.transfer(from, to, 2_000_000n);
      await chain.mine(2);
      const heldAt = which === "before the payment" ? Date.UTC(2100, 0) : 0;
      expect((await find(hash, { heldAt }))?.kind).toBe("none");
    },
  );

  it("is not a payment by an authorization, such as a purchase by the payee", async () => {
    const { find, order } = await paid();
    const unsigned = {
      from: payee.address,
      to: buyer.account.address,
      value: "2000000",
      validAfter: "0",
      validBefore: "99999999999",
      nonce: `0x${"1".repeat(64)}`,
    } as const;
    const signature = await payee.signTypedData(typedDataOf(readTerms(order.quote), unsigned));
    const hash = await chain.settle({ ...unsigned, signature });
    await chain.mine(2);
    expect(await find(hash)).toEqual({
      kind: "none",
      reason: "The transaction is no plain transfer of the token that was paid.",
    });
  });

  it.each(["", "re_1", "0x12", `0x${"0".repeat(64)}`])("is not found by %j", async (reference) => {
    const { find } = await paid();
    expect((await find(reference))?.kind).toBe("none");
  });
});
