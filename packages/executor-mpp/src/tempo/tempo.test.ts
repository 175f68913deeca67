import { isTreasuryError, type OutboundFetch, type SpendOrder } from "@agent-treasury/provider";
import {
  anvilBinary,
  rpcProxy,
  startTempo,
  sunny,
  type TempoChain,
  tempoNetwork,
  testClock,
} from "evm-for-tests";
import { Challenge } from "mppx";
import { type Hex, keccak256 } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, type TempoRail, tempoRail } from "./tempo-rail.fixture.ts";
import { readTerms } from "./tempo-terms.ts";
import { laneOf, signTransfer } from "./tempo-transaction.ts";

const price = 500_000n;

async function send({ client, mine }: TempoChain, serializedTransaction: Hex): Promise<void> {
  await client.sendRawTransaction({ serializedTransaction });
  await mine(1);
}

describe.skipIf(anvilBinary === null)("a charge of Tempo", () => {
  let chain: TempoChain;
  let rail: TempoRail;
  beforeAll(async () => {
    chain = await startTempo();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    rail = await tempoRail(chain);
  });

  const payments = () => chain.paymentsOf(rail.account.address);
  const balance = () => chain.balanceOf(rail.account.address);
  const credentials = () =>
    rail.seller.requests.flatMap(({ headers }) => headers.authorization ?? []);

  it("is quoted with the highest fee, and captures the fee that was taken", async () => {
    const order = await rail.order();
    const { maximum = 0n } = order.quote ?? {};
    expect(order.quote).toMatchObject({
      rail: "mpp_tempo",
      payee: rail.seller.origin,
      description: "A weather report",
      isFixed: false,
      terms: { network: tempoNetwork, amount: price.toString() },
    });
    const before = await balance();
    const outcome = await rail.executor.pay(order);
    const spent = before - (await balance());
    expect(outcome).toMatchObject({
      kind: "executed",
      captures: [{ amount: spent }],
      resource: { status: 200, contentType: "text/plain", body: sunny },
    });
    expect([spent > price, spent < maximum]).toEqual([true, true]);
    expect(await payments()).toEqual([price]);
  });

  it("is paid once in repeated and concurrent calls of several processes", async () => {
    const order = await rail.order();
    const processes = [rail.executor, rail.create(), rail.create()];
    const outcomes = await Promise.all(
      [...processes, ...processes].map((process) => process.pay(order)),
    );
    expect(outcomes.map(({ kind }) => kind)).toContain("executed");
    const { length } = credentials();
    const again = await rail.create().pay(order);
    expect(credentials()).toHaveLength(length);
    expect(await rail.executor.find(order)).toEqual(again);
    expect(new Set(credentials()).size).toBe(1);
    expect(await payments()).toEqual([price]);
  });

  it.each(["before it arrives", "after it arrived", "after it was paid"])(
    "is paid once if the process is killed %s",
    async (when) => {
      const order = await rail.order();
      const killed: OutboundFetch = async (request) => {
        if (when === "before it arrives") return new Promise(() => {});
        const answer = await rail.seller.outbound(request);
        return when === "after it was paid" ? new Promise(() => {}) : answer;
      };
      if (when === "after it arrived") rail.seller.behave = () => null;
      const dying = rail.create({ timeoutSeconds: 1, outbound: killed });
      void dying.pay(order).catch(() => {});
      await expect
        .poll(async () => (when === "after it was paid" ? (await payments()).length : 1))
        .toBe(1);
      rail.seller.behave = (request) => rail.sale(rail.seller.origin, request);
      const next = rail.create();
      const finding = await next.find(order);
      expect(finding.kind).toBe(when === "after it was paid" ? "executed" : "repeatable");
      expect(await next.pay(order)).toMatchObject({ kind: "executed" });
      expect(await payments()).toEqual([price]);
    },
  );

  it("is executed after a lost answer, without the resource", async () => {
    const order = await rail.order();
    rail.seller.behave = async (request) => {
      await rail.sale(rail.seller.origin, request);
      return null;
    };
    const outcome = await rail.executor.pay(order);
    expect(outcome.kind).toBe("executed");
    expect(outcome).not.toHaveProperty("resource");
    expect(credentials()).toHaveLength(1);
    expect(await payments()).toEqual([price]);
  });

  it("is signed alike at each call", async () => {
    const held = await rail.hold();
    const [first, again] = [
      await rail.executor.prepare?.(held),
      await rail.create().prepare?.(held),
    ];
    expect(again).toEqual(first);
  });

  it("has one place on the chain, whatever is signed for it", async () => {
    const order = await rail.order();
    const terms = readTerms(order.quote);
    const lane = laneOf(terms, order);
    const validBefore = Number(order.payload?.["validBefore"]);
    const sign = (bounds: { lane: bigint; validBefore: number }) =>
      signTransfer(terms, bounds, rail.account);
    const include = async (bounds: { lane: bigint; validBefore: number }) => {
      const serializedTransaction = await sign(bounds);
      const hash = keccak256(serializedTransaction);
      await send(chain, serializedTransaction).catch(() => {});
      return chain.client.getTransactionReceipt({ hash }).then(
        ({ status }) => status,
        () => null,
      );
    };
    expect(await include({ lane, validBefore })).toBe("success");
    expect(await include({ lane, validBefore: validBefore - 1 })).toBeNull();
    expect(await payments()).toEqual([price]);
    // A naive payment signs in a lane of its own each time.
    expect(await include({ lane: lane + 2n, validBefore })).toBe("success");
    expect(await payments()).toEqual([price, price]);
  });

  it("is declined once it expired unused, by two endpoints, and not before", async () => {
    const own = await startTempo();
    try {
      const other = await tempoRail(own);
      const order = await other.order();
      const { validBefore = 0 } = order.payload ?? {};
      const clock = testClock(Number(validBefore) * 1_000 - 29_000);
      const proxied = await rpcProxy(own.rpcUrl, (_call, answer) => answer());
      const rpcUrls = { [tempoNetwork]: [own.rpcUrl, proxied] };
      const executor = other.create({ clock, rpcUrls });
      expect(await executor.find(order)).toMatchObject({ kind: "in_progress" });
      await own.pass(700);
      clock.advance(400);
      expect(await executor.find(order)).toMatchObject({ kind: "declined" });
      const alone = other.create({ clock });
      expect(await alone.find(order)).toMatchObject({ kind: "in_progress" });
    } finally {
      await own.stop();
    }
  });

  it("is uncertain while endpoints disagree", async () => {
    const order = await rail.order();
    await rail.executor.pay(order);
    const lying = await rpcProxy(chain.rpcUrl, ({ method, params }, answer) =>
      method === "eth_call" && JSON.stringify(params).toLowerCase().includes("4e4f4e4345")
        ? `0x${"0".repeat(64)}`
        : answer(),
    );
    const executor = rail.create({ rpcUrls: { [tempoNetwork]: [chain.rpcUrl, lying] } });
    expect(await executor.find(order)).toMatchObject({ kind: "unknown" });
  });

  it("records the fee of a transfer that failed", async () => {
    const order = await rail.order();
    const left = await balance();
    const drain = await rail.hold();
    const terms = { ...readTerms(drain.quote), amount: (left - 100_000n).toString() };
    const bounds = {
      lane: laneOf(terms, drain),
      validBefore: Number(order.payload?.["validBefore"]),
    };
    await send(chain, await signTransfer(terms, bounds, rail.account));
    const before = await balance();
    await send(chain, order.payload?.["transaction"] as Hex);
    const fee = before - (await balance());
    expect(fee > 0n && fee < 100_000n).toBe(true);
    expect(await rail.executor.find(order)).toMatchObject({
      kind: "executed",
      captures: [{ amount: fee }],
      failure: "The transfer failed on the chain, which took its fee.",
    });
  });

  it("is presented by the deployment and for the payment that signed it alone", async () => {
    const order = await rail.order();
    const other = await rail.order();
    const forged: readonly SpendOrder[] = [
      { ...order, payload: { ...order.payload, deploymentId: "d2" } },
      { ...order, payload: other.payload },
      { ...order, proposalId: "prop_other" },
    ];
    for (const each of forged) {
      const failure = await rail.executor.pay(each).catch((error: unknown) => error);
      expect(isTreasuryError(failure) && failure.message).toContain("belongs to another");
    }
    expect(credentials()).toEqual([]);
  });

  it("pays one proposal for each challenge", async () => {
    const held = await rail.hold();
    await rail.executor.prepare?.(held);
    const other = { ...held, proposalId: "prop_other" };
    await expect(rail.create().prepare?.(other)).rejects.toThrow("has the seller's challenge");
  });

  it.each<[string, string, object]>([
    ["the seller's fee", "The seller pays the fee", { feePayer: true }],
    ["push mode", "does not send the transaction", { supportedModes: ["push"] }],
    ["several transfers", "several transfers", { splits: [{ amount: "1", recipient: "0x1" }] }],
    ["another chain", "is not connected", { chainId: 4_217 }],
  ])("is not quoted with %s", async (_what, reason, change) => {
    const answer = await ask(rail.seller, `${rail.seller.origin}/weather`);
    const challenge = Challenge.deserialize(answer.headers["www-authenticate"] ?? "");
    const details = challenge.request["methodDetails"] as object;
    const request = { ...challenge.request, methodDetails: { ...details, ...change } };
    const header = Challenge.serialize({ ...challenge, request });
    rail.seller.behave = () => ({ status: 402, headers: { "www-authenticate": header } });
    expect(await rail.quote()).toMatchObject({
      kind: "unsupported",
      reason: expect.stringContaining(reason) as unknown,
    });
  });
});
