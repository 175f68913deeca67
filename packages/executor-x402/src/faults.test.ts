import type { SpendFinding, SpendOrder } from "@agent-treasury/provider";
import {
  anvilBinary,
  permit2Requirements,
  rpcProxy,
  type TestChain,
  startChain,
  testNetwork,
  testClock,
  type Behave,
} from "evm-for-tests";
import { type Address, getAddress, keccak256, slice, toBytes } from "viem";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testRail } from "./test-rail.fixture.ts";
import type { X402Executor } from "./x402-executor.ts";

const spends = process.env["TEST_LONG"] === undefined ? 4 : 500;
const schemes = ["exact by EIP-3009", "exact by Permit2", "upto"] as const;

/** What a seller does with one presented payment. */
const faults: readonly Behave[] = [
  (_request, honest) => honest(),
  // The request is lost.
  () => null,
  // The answer is lost.
  async (_request, honest) => {
    await honest();
    return null;
  },
  // The seller fails after it collected.
  async (_request, honest) => {
    await honest();
    return { status: 500 };
  },
  () => ({ status: 402 }),
  () => ({ status: 307, headers: { location: "/elsewhere" } }),
];

/** A sequence of numbers that is the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

describe.skipIf(anvilBinary === null)("a process that fails between hold and outcome", () => {
  // Each test moves the time of its chain.
  let chain: TestChain;
  beforeEach(async () => {
    chain = await startChain();
    await chain.installPermit2();
  });
  afterEach(() => chain.stop());

  it.each(schemes)(`pays each of ${spends} spends at most once: %s`, async (scheme) => {
    const random = numbersFrom(4_242);
    const rail = await testRail(chain);
    await chain.mint(rail.account.address, 1_000_000_000n);
    await chain.approve(rail.account);
    if (scheme === "exact by Permit2") {
      rail.seller.requirements = permit2Requirements(chain, "exact");
    }
    if (scheme === "upto") rail.seller.requirements = permit2Requirements(chain, "upto");
    const clock = testClock(Date.now());
    const urls = [chain.rpcUrl, await rpcProxy(chain.rpcUrl, (_call, ask) => ask())];
    const start = (ahead = 0): X402Executor =>
      rail.create({
        rpcUrls: { [testNetwork]: urls },
        timeoutSeconds: 1,
        clock: { ...clock, now: () => clock.now() + ahead },
      });
    let fault: Behave | undefined;
    rail.seller.behave = (request, honest) =>
      request.headers["payment-signature"] === undefined || fault === undefined
        ? honest()
        : fault(request, honest);
    const present = (order: SpendOrder): Promise<unknown> => {
      fault = faults[random(faults.length)];
      // A seller that would settle again would take another amount.
      if (scheme === "upto") rail.seller.used = String(1 + random(500_000));
      return start().pay(order);
    };

    const orders: { order: SpendOrder; payee: Address }[] = [];
    for (let spend = 0; spend < spends; spend += 1) {
      const payee = getAddress(slice(keccak256(toBytes(`payee ${spend}`)), 12));
      const url = `${rail.seller.origin}/?payTo=${payee}`;
      const held = await rail.hold({ url });
      // A process that crashes before the commit leaves a signature that is never presented.
      if (random(3) === 0) await start().prepare?.(held);
      const order = { ...held, payload: (await start().prepare?.(held)) ?? null };
      orders.push({ order, payee });
      if (random(4) > 0) await Promise.all([present(order), present(order)]);
      // Recovery, by processes of which one has a clock a day ahead.
      for (let attempt = random(3); attempt > 0; attempt -= 1) {
        expect((await start(86_400_000).find(order)).kind).not.toBe("declined");
        const { kind } = await start().find(order);
        if (kind === "repeatable") await Promise.all([present(order), start().find(order)]);
      }
    }

    clock.advance(3_600);
    await chain.increaseTime(3_600);
    await chain.mine(4);
    const payments = await chain.paymentsOf(rail.account.address);
    const ends: SpendFinding["kind"][] = [];
    for (const { order, payee } of orders) {
      const found = await start().find(order);
      ends.push(found.kind);
      const paid = payments.filter(({ to }) => to === payee).map(({ value }) => value);
      const captures = found.kind === "executed" ? found.captures : [];
      expect(paid.length).toBeLessThanOrEqual(1);
      expect(found.kind).toBe(paid.length > 0 ? "executed" : "declined");
      expect(captures.map(({ amount }) => amount)).toEqual(paid);
    }
    expect(new Set(ends)).toEqual(new Set(["executed", "declined"]));
    expect(payments).toHaveLength(ends.filter((kind) => kind === "executed").length);
  });
});
