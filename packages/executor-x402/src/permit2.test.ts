import { isDeepStrictEqual } from "node:util";
import type { SpendFinding, SpendOrder } from "@agent-treasury/provider";
import { decodePaymentSignatureHeader } from "@x402/core/http";
import {
  PERMIT2_ADDRESS,
  x402ExactPermit2ProxyAddress,
  x402UptoPermit2ProxyAddress,
} from "@x402/evm";
import {
  anvilBinary,
  batchAddress,
  permit2Requirements,
  requirementsOf,
  rpcProxy,
  startChain,
  type TestChain,
  testClock,
  testGasAccount,
  testNetwork,
} from "evm-for-tests";
import type { Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { permit2Address, permit2Proxies } from "./chain/permit2.ts";
import { authorizationOf, settleInBatch, settlement } from "./test-permit2.fixture.ts";
import { type TestRail, testRail } from "./test-rail.fixture.ts";

it("names the contracts of @x402/evm", () => {
  expect(permit2Address).toBe(PERMIT2_ADDRESS);
  expect(permit2Proxies.exact).toBe(x402ExactPermit2ProxyAddress);
  expect(permit2Proxies.upto).toBe(x402UptoPermit2ProxyAddress);
});

describe.skipIf(anvilBinary === null)("payments by Permit2", () => {
  let chain: TestChain;
  let rail: TestRail;
  beforeAll(async () => {
    chain = await startChain();
    await chain.installPermit2();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    rail = await testRail(chain);
    await chain.approve(rail.account);
    rail.seller.requirements = permit2Requirements(chain, "upto");
  });

  const payments = () => chain.paymentsOf(rail.account.address);
  /** Settles payments in one transaction of a contract. */
  const settleTogether = (target: Hex, ...calls: readonly Hex[]) =>
    settleInBatch(chain, target, calls);

  it.each(["exact", "upto"] as const)(
    "pays %s once in repeated and concurrent calls of several processes",
    async (scheme) => {
      rail.seller.requirements = permit2Requirements(chain, scheme);
      const order = await rail.order();
      expect(order.quote).toMatchObject({ maximum: 500_000n, isFixed: scheme === "exact" });
      const processes = [rail.executor, rail.create(), rail.create()];
      const outcomes = await Promise.all(
        [...processes, ...processes].map((executor) => executor.pay(order)),
      );
      expect(outcomes.map(({ kind }) => kind)).toContain("executed");
      const again = await rail.create().pay(order);
      const { from, nonce } = authorizationOf(order.payload);
      const amount = scheme === "upto" ? ":500000" : "";
      const id = `permit2:31337:${chain.token}:${from}:${nonce}${amount}`.toLowerCase();
      expect(again).toMatchObject({
        kind: "executed",
        captures: [{ id, amount: 500_000n }],
        reference: id,
        resource: { status: 200 },
      });
      expect(await rail.executor.find(order)).toEqual(again);
      expect(await payments()).toHaveLength(1);
      const sent = rail.seller.paid.map(({ headers }) => String(headers["payment-signature"]));
      expect(new Set(sent).size).toBe(1);
      const [presented] = sent.map(decodePaymentSignatureHeader);
      expect(presented?.resource).toMatchObject({ description: "A weather report" });
    },
  );

  it("captures what the chain shows of an `upto` payment, whatever the seller claims", async () => {
    rail.seller.used = "120000";
    rail.seller.behave = async ({ headers }, honest) => {
      const answer = await honest();
      if (headers["payment-signature"] === undefined) return answer;
      const claimed = {
        success: true,
        transaction: "0x1",
        network: testNetwork,
        amount: "500000",
      };
      const response = Buffer.from(JSON.stringify(claimed)).toString("base64");
      return { ...answer, headers: { ...answer.headers, "payment-response": response } };
    };
    const order = await rail.order();
    expect(await rail.executor.pay(order)).toMatchObject({
      kind: "executed",
      captures: [{ amount: 120_000n }],
    });
    rail.seller.used = "90000";
    const other = await rail.order();
    expect(await rail.executor.pay(other)).toMatchObject({ captures: [{ amount: 90_000n }] });
    const found = await rail.executor.find(order);
    expect(found).toMatchObject({ kind: "executed", captures: [{ amount: 120_000n }] });
    expect(await payments()).toMatchObject([{ value: 120_000n }, { value: 90_000n }]);
    const captures = found.kind === "executed" ? found.captures : [];
    const [movement] = (await rail.executor.movements?.(order.heldAt - 60_000)) ?? [];
    expect(captures).toMatchObject([{ id: movement?.id, amount: movement?.amount }]);
  });

  it.each(["exact", "upto"] as const)("cancels %s with an empty permit", async (scheme) => {
    rail.seller.requirements = permit2Requirements(chain, scheme, batchAddress);
    const order = await rail.order();
    const executor = rail.create({ gasAccount: testGasAccount });
    await executor.cancel?.(order);
    await executor.cancel?.(order);
    await expect(settleTogether(permit2Proxies[scheme], settlement(order))).rejects.toThrow(
      "a call failed",
    );
    await chain.mine(3);
    expect((await executor.find(order)).kind).toBe("in_progress");
    const two = [chain.rpcUrl, await rpcProxy(chain.rpcUrl, (_call, ask) => ask())];
    const trusting = rail.create({ rpcUrls: { [testNetwork]: two } });
    expect(await trusting.find(order)).toMatchObject({
      kind: "declined",
      reason: "The authorization was canceled.",
    });
    expect(await payments()).toEqual([{ to: rail.account.address }]);
    expect(await executor.movements?.(order.heldAt - 60_000)).toEqual([]);
  });

  it("finds a payment that another contract settled", async () => {
    rail.seller.requirements = permit2Requirements(chain, "upto", batchAddress);
    const [first, second] = [await rail.order(), await rail.order()];
    await settleTogether(x402UptoPermit2ProxyAddress, settlement(first, 70_000n));
    await settleTogether(x402UptoPermit2ProxyAddress, settlement(second, 80_000n));
    expect(await rail.executor.find(first)).toMatchObject({ captures: [{ amount: 70_000n }] });
    expect(await rail.executor.find(second)).toMatchObject({ captures: [{ amount: 80_000n }] });
  });

  it("does not guess which of two payments in one transaction took how much", async () => {
    rail.seller.requirements = permit2Requirements(chain, "upto", batchAddress);
    const [first, second] = [await rail.order(), await rail.order()];
    const calls = [settlement(first, 70_000n), settlement(second, 80_000n)];
    await settleTogether(x402UptoPermit2ProxyAddress, ...calls);
    const findings: SpendFinding[] = [];
    for (const order of [first, second]) findings.push(await rail.executor.find(order));
    expect(findings.map(({ kind }) => kind)).toEqual(["unknown", "unknown"]);
    expect(await payments()).toHaveLength(2);
  });

  it("prefers the lowest maximum, then EIP-3009, `exact` and the seller's order", async () => {
    const accepts = [
      permit2Requirements(chain, "upto"),
      permit2Requirements(chain, "exact"),
      requirementsOf(chain),
      { ...permit2Requirements(chain, "upto"), amount: "600000" },
    ];
    const challenge = (offered: readonly object[]) =>
      rail.executor.quote(
        {
          status: 402,
          headers: {},
          body: new TextEncoder().encode(
            JSON.stringify({
              x402Version: 2,
              resource: { url: `${rail.seller.origin}/` },
              accepts: offered,
            }),
          ),
        },
        { url: `${rail.seller.origin}/`, method: "GET", contentType: null, body: null },
      );
    const chosen: number[] = [];
    for (let left = [...accepts]; left.length > 0;) {
      const quoted = await challenge(left);
      const accepted = quoted.kind === "quoted" ? quoted.quote.terms["accepted"] : null;
      chosen.push(accepts.findIndex((one) => isDeepStrictEqual(one, accepted)));
      left = left.filter((one) => !isDeepStrictEqual(one, accepted));
    }
    expect(chosen).toEqual([2, 1, 0, 3]);

    await chain.approve(rail.account, 500_000n);
    expect(await challenge([accepts[3] ?? {}])).toEqual({
      kind: "unsupported",
      reason: `The account has not approved Permit2 for ${chain.token} on ${testNetwork}.`,
    });
    const facilitator = permit2Requirements(chain, "upto", "no address");
    expect(await challenge([facilitator])).toEqual({
      kind: "unsupported",
      reason: "The seller names no facilitator for `upto`.",
    });
  });

  it("is not ready without the approval, or for less than the seller asks", async () => {
    const order = await rail.order();
    expect(await rail.executor.preflight?.(order)).toEqual({ kind: "ready" });
    const less = { ...order, amount: 400_000n as SpendOrder["amount"] };
    expect(await rail.executor.preflight?.(less)).toMatchObject({ kind: "unsupported" });
    await chain.approve(rail.account, 499_999n);
    expect(await rail.executor.preflight?.(order)).toMatchObject({ kind: "unsupported" });
  });

  it("is recorded again when a reorganization changed what `upto` took", async () => {
    rail.seller.requirements = permit2Requirements(chain, "upto", batchAddress);
    const order = await rail.order();
    await settleTogether(x402UptoPermit2ProxyAddress, settlement(order, 70_000n));
    const before = await rail.executor.find(order);
    if (before.kind !== "executed") throw new Error("It was not executed.");
    const review = async (...captureIds: readonly string[]) =>
      rail.executor.review?.(order, "executed", captureIds);
    await chain.reorganize(1);
    await settleTogether(x402UptoPermit2ProxyAddress, settlement(order, 80_000n));
    expect(await review(before.reference)).toMatchObject({ kind: "pending" });
    await chain.mine(3);
    const after = await rail.executor.find(order);
    expect(after).toMatchObject({ kind: "executed", captures: [{ amount: 80_000n }] });
    if (after.kind !== "executed") throw new Error("It was not executed.");
    const { captures, reference } = after;
    const reversed = {
      kind: "reversed",
      captureIds: [before.reference],
      reason: "The chain has the payment with another amount.",
      replacedBy: { captures, reference },
    };
    expect(await review(before.reference)).toEqual(reversed);
    // Two processes recorded both.
    expect(await review(before.reference, reference)).toEqual(reversed);
    expect(await review(reference)).toEqual({ kind: "final" });
    // The process exited between the reversal and the capture that replaces it.
    expect(await review()).toEqual({ ...reversed, captureIds: [] });
  });

  // Moves the chain's time, so it is the last.
  it("keeps an `upto` payment of nothing held until its permit has expired", async () => {
    rail.seller.used = "0";
    const order = await rail.order();
    const clock = testClock(Date.now());
    const urls = [chain.rpcUrl, await rpcProxy(chain.rpcUrl, (_call, ask) => ask())];
    const executor = rail.create({
      clock,
      rpcUrls: { [testNetwork]: urls },
      timeoutSeconds: 0.5,
    });
    expect(await executor.pay(order)).toMatchObject({ kind: "in_progress" });
    expect(await executor.find(order)).toEqual({ kind: "repeatable" });
    clock.advance(400);
    await chain.increaseTime(400);
    await chain.mine(4);
    expect(await executor.find(order)).toMatchObject({ kind: "declined" });
    await expect(settleTogether(x402UptoPermit2ProxyAddress, settlement(order))).rejects.toThrow(
      "a call failed",
    );
    expect(await payments()).toEqual([]);
  });
});
