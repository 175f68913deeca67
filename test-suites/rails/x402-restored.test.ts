import { anvilBinary, startChain, type TestChain } from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { replaceDeploymentId } from "../../packages/treasury-core/src/kernel/deployment/deployment-id.ts";
import { copiedStorage } from "./copied-storage.fixture.ts";
import { type X402World, x402World } from "./x402-process.fixture.ts";

describe.skipIf(anvilBinary === null)("a restored copy beside the live deployment", () => {
  let chain: TestChain;
  let world: X402World;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    world = await x402World(chain);
  });

  it.each(["with", "without"])("never pays twice, %s the command for it", async (command) => {
    const { start, clock, rail, pass, payments } = world;
    const { storage, copy } = copiedStorage(clock.now);
    const live = start(storage);
    const pending = await live.buy();
    const held = await live.buy();
    const { behave } = rail.seller;
    rail.seller.behave = ({ headers }, honest) =>
      headers["payment-signature"] === undefined ? honest() : null;
    expect(await live.pay(held)).toMatchObject({ status: "approved" });
    rail.seller.behave = behave;

    const restored = start(await copy());
    if (command === "with") await replaceDeploymentId(restored.engine);
    clock.advance(30_000);
    // The copy may refuse the approval, or prepare nothing.
    await Promise.allSettled([live.pay(pending), restored.pay(pending)]);
    for (const seconds of [40, 40, 40, 1_800, 0]) {
      await Promise.allSettled([live.recover(), restored.recover()]);
      await pass(seconds);
    }
    expect(await payments()).toBe(2);
    expect((await live.state()).balanceUsd).toBe(60);
    const { balanceUsd, heldUsd, proposals } = await restored.state();
    expect(heldUsd).toBe(0);
    // Without the command, the copy takes the payment of the original for its own.
    expect(balanceUsd).toBe(command === "with" ? 80 : 60);
    const statuses = [pending, held].map((id) => proposals.find((one) => one.id === id)?.status);
    const withoutPayment = expect.not.stringContaining("executed");
    expect(statuses).toEqual([command === "with" ? withoutPayment : "executed", "executed"]);
  });
});
