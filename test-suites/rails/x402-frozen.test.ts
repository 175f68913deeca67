import {
  anvilBinary,
  mppTransfer,
  permit2Requirements,
  startChain,
  type TestChain,
  testFacilitator,
} from "evm-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freeze } from "../../packages/treasury-core/src/features/freezes/freezes.ts";
import { type X402Process, type X402World, x402World } from "./x402-process.fixture.ts";

const ben = { name: "Ben", verified: false, id: null, agentId: null };

const schemes = ["EIP-3009", "exact", "upto", "MPP"] as const;

describe.skipIf(anvilBinary === null)("a freeze of a payment that the seller can collect", () => {
  let chain: TestChain;
  let world: X402World;
  let process: X402Process;
  beforeAll(async () => {
    chain = await startChain();
    await chain.installPermit2();
  });
  afterAll(() => chain.stop());

  /** The seller receives the authorization, and collects nothing yet. */
  async function frozen(scheme: (typeof schemes)[number]) {
    world = await x402World(chain, scheme === "MPP" ? "mpp" : "x402");
    await chain.approve(world.rail.account);
    process = world.start();
    const { seller } = world.rail;
    if (scheme === "exact" || scheme === "upto") {
      seller.requirements = { ...permit2Requirements(chain, scheme), amount: "20000000" };
    }
    const { behave } = seller;
    seller.behave = (request, honest) => {
      const { "payment-signature": payment, authorization } = request.headers;
      return (payment ?? authorization) === undefined ? behave(request, honest) : { status: 402 };
    };
    const id = await process.buy();
    expect(await process.pay(id)).toMatchObject({ status: "approved" });
    const scope = { workspaceId: "acme", scope: "workspace" } as const;
    const { payments } = await freeze(process.engine, scope, ben);
    expect(payments).toMatchObject([{ proposalId: id, amountUsd: 20 }]);
    return process.authorizationOf(id);
  }

  /** Whether the facilitator collects what the seller received. */
  async function collect(): Promise<boolean> {
    const { authorization: credential, "payment-signature": header } =
      world.rail.seller.paid[0]?.headers ?? {};
    if (credential !== undefined) {
      return chain.settle(mppTransfer(credential)).then(
        () => true,
        () => false,
      );
    }
    const payment = JSON.parse(Buffer.from(String(header), "base64").toString());
    return (await testFacilitator(chain).settle(payment, payment.accepted)).success;
  }

  /** Past the lease of the payment. */
  async function recover(): Promise<void> {
    world.clock.advance(30_000);
    await process.recover();
  }

  it.each(schemes)("cancels it before its expiry, and releases it once: %s", async (scheme) => {
    const authorization = await frozen(scheme);
    await recover();
    expect(world.clock.now() / 1_000).toBeLessThan(Number(authorization.validBefore));
    expect(await collect()).toBe(false);
    expect((await process.state()).heldUsd).toBe(20);
    await chain.mine(4);
    for (let times = 0; times < 2; times += 1) {
      await recover();
      const { heldUsd, balanceUsd, proposals } = await process.state();
      const failure = "The authorization was canceled.";
      expect(proposals).toMatchObject([{ status: "failed", failure }]);
      expect([heldUsd, balanceUsd, await world.payments()]).toEqual([0, 100, 0]);
    }
    expect(await process.verify()).toMatchObject({ valid: true });
  });

  it.each(schemes)("records it once if the seller collects first: %s", async (scheme) => {
    await frozen(scheme);
    const { cancel } = process.executor;
    Object.assign(process.executor, {
      cancel: async (order: Parameters<NonNullable<typeof cancel>>[0]) => {
        if (!(await collect())) throw new Error("It was not collected.");
        await cancel?.(order);
      },
    });
    await recover();
    await recover();
    const { heldUsd, balanceUsd, proposals } = await process.state();
    expect(proposals).toMatchObject([{ status: "executed", capturedUsd: 20 }]);
    expect([heldUsd, balanceUsd, await world.payments()]).toEqual([0, 80, 1]);
    expect(await process.verify()).toMatchObject({ valid: true });
  });
});
