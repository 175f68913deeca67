import { anvilBinary, startChain, type TestChain } from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freeze } from "../../packages/treasury-core/src/features/freezes/freezes.ts";
import { type X402Process, type X402World, x402World } from "./x402-process.fixture.ts";

const ben = { name: "Ben", verified: false, id: null, agentId: null };

describe.skipIf(anvilBinary === null)("a freeze of a payment that the seller can collect", () => {
  let chain: TestChain;
  let world: X402World;
  let process: X402Process;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    world = await x402World(chain);
    process = world.start();
  });

  /** The seller receives the authorization, and collects nothing yet. */
  async function frozen() {
    const { seller } = world.rail;
    seller.behave = ({ headers }, honest) =>
      headers["payment-signature"] === undefined ? honest() : { status: 402 };
    const id = await process.buy();
    expect(await process.pay(id)).toMatchObject({ status: "approved" });
    const scope = { workspaceId: "acme", scope: "workspace" } as const;
    const { payments } = await freeze(process.engine, scope, ben);
    expect(payments).toMatchObject([{ proposalId: id, amountUsd: 20 }]);
    return process.authorizationOf(id);
  }

  /** Past the lease of the payment. */
  async function recover(): Promise<void> {
    world.clock.advance(30_000);
    await process.recover();
  }

  it("cancels it before its expiry, and releases the amount once", async () => {
    const authorization = await frozen();
    await recover();
    expect(world.clock.now() / 1_000).toBeLessThan(Number(authorization.validBefore));
    await expect(chain.settle(authorization)).rejects.toThrow("authorization is used or canceled");
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

  it("records it once if the seller collects first", async () => {
    const authorization = await frozen();
    const { cancel } = process.executor;
    Object.assign(process.executor, {
      cancel: async (order: Parameters<NonNullable<typeof cancel>>[0]) => {
        await chain.settle(authorization);
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
