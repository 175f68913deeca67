import { anvilBinary, startChain, type TestChain } from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ada } from "../../packages/treasury-core/src/create/test-treasury.fixture.ts";
import { resolveSpend } from "../../packages/treasury-core/src/features/payments/payouts/resolve-spend.ts";
import { type X402World, x402World } from "./x402-process.fixture.ts";

const halfAnHour = 1_800;
/** A little longer, because the storage keeps its own time. */
const day = 86_500;

describe.skipIf(anvilBinary === null)("ledger and chain", () => {
  let chain: TestChain;
  let world: X402World;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    world = await x402World(chain);
  });

  it("agree on a payment that is finalized", async () => {
    const { start, pass, payments } = world;
    const process = start();
    expect(await process.pay(await process.buy())).toMatchObject({ status: "executed" });
    await pass(halfAnHour);
    await process.recover();
    expect([(await process.state()).balanceUsd, await payments()]).toEqual([80, 1]);
    expect(await process.verify()).toMatchObject({ valid: true });
  });

  it("agree after a reorganization that undid a payment before it counted", async () => {
    const { start, pass, payments, rail } = world;
    const process = start();
    const { behave } = rail.seller;
    rail.seller.behave = async (request, honest) => {
      const answer = await behave(request, honest);
      if (request.headers["payment-signature"] !== undefined) await chain.reorganize(1);
      return answer;
    };
    const id = await process.buy();
    expect(await process.pay(id)).toMatchObject({ status: "approved" });
    expect([(await process.state()).heldUsd, await payments()]).toEqual([20, 0]);
    await pass(halfAnHour);
    await process.recover();
    await pass(day);
    await process.recover();
    expect(await process.state()).toMatchObject({ heldUsd: 0, balanceUsd: 100 });
    expect(await payments()).toBe(0);
    expect(await process.verify()).toMatchObject({ valid: true });
  });

  it("agree after a reorganization that undid a payment that had counted", async () => {
    const { start, pass, payments } = world;
    const process = start();
    const id = await process.buy();
    expect(await process.pay(id)).toMatchObject({ status: "executed" });
    await chain.reorganize(1);
    expect([(await process.state()).balanceUsd, await payments()]).toEqual([80, 0]);
    await pass(halfAnHour);
    await Promise.all([process.recover(), start(process.engine.storage).recover()]);
    const { balanceUsd, proposals } = await start(process.engine.storage).state();
    expect([balanceUsd, await payments()]).toEqual([100, 0]);
    expect(proposals.find((one) => one.id === id)?.attention).toContain("was undone");
    expect(await process.verify()).toMatchObject({ valid: true });
  });

  it("agree on a payment that was collected after a person released it", async () => {
    const { start, pass, payments, rail } = world;
    const process = start();
    rail.seller.behave = ({ headers }, honest) =>
      headers["payment-signature"] === undefined ? honest() : null;
    const proposalId = await process.buy();
    expect(await process.pay(proposalId)).toMatchObject({ status: "approved" });
    const salt = "5a".repeat(16);
    const person = { captured: null, reference: null, operator: ada, salt, auditId: salt };
    await process.run(
      resolveSpend({ proposalId, outcome: "not_paid", ...person }, process.engine.policy),
    );
    await chain.settle(await process.authorizationOf(proposalId));
    expect([(await process.state()).balanceUsd, await payments()]).toEqual([100, 1]);
    await pass(day);
    await process.recover();
    const { balanceUsd, proposals } = await process.state();
    expect(balanceUsd).toBe(80);
    expect(proposals.find((one) => one.id === proposalId)?.attention).toContain(
      "It was paid although it had been released",
    );
    expect(await process.verify()).toMatchObject({ valid: true });
  });
});
