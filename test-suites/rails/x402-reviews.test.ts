import { Micros } from "@agent-treasury/provider";
import {
  anvilBinary,
  permit2Requirements,
  startChain,
  type TestChain,
  testFacilitator,
} from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ada } from "../../packages/treasury-core/src/create/test-treasury.fixture.ts";
import { captureSpend } from "../../packages/treasury-core/src/features/payments/payouts/record-captures.ts";
import { resolveSpend } from "../../packages/treasury-core/src/features/payments/payouts/resolve-spend.ts";
import { reverseCaptures } from "../../packages/treasury-core/src/features/payments/reviews/reverse-captures.ts";
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

  /** A payment of $7 by `upto`, of which the chain has $9 after a reorganization. */
  async function changedAmount() {
    await chain.installPermit2();
    const { start, rail } = world;
    const { account, seller } = rail;
    await chain.approve(account);
    seller.requirements = { ...permit2Requirements(chain, "upto"), amount: "20000000" };
    seller.used = "7000000";
    const process = start();
    const proposalId = await process.buy();
    expect(await process.pay(proposalId)).toMatchObject({ status: "executed", capturedUsd: 7 });
    await chain.reorganize(1);
    const header = String(seller.paid[0]?.headers["payment-signature"]);
    const payment = JSON.parse(Buffer.from(header, "base64").toString());
    await testFacilitator(chain).settle(payment, { ...payment.accepted, amount: "9000000" });
    const { nonce } = await process.authorizationOf(proposalId);
    const idOf = (amount: string) =>
      `permit2:31337:${chain.token}:${account.address}:${nonce}:${amount}`.toLowerCase();
    return { process, proposalId, idOf };
  }

  async function expectNine({ process, proposalId }: Awaited<ReturnType<typeof changedAmount>>) {
    const { start, pass, rail } = world;
    for (let times = 0; times < 3; times += 1) {
      await pass(halfAnHour);
      await Promise.all([process.recover(), start(process.engine.storage).recover()]);
    }
    const payments = await chain.paymentsOf(rail.account.address);
    expect(payments.map(({ value }) => value)).toEqual([9_000_000n]);
    const { balanceUsd, proposals } = await process.state();
    expect(balanceUsd).toBe(91);
    expect(proposals.find((one) => one.id === proposalId)?.attention).toContain(
      "The payment of $7.00 was undone: The chain has the payment with another amount.",
    );
    expect(await process.verify()).toMatchObject({ valid: true });
  }

  it("agree on a payment of `upto` of which two processes recorded different amounts", async () => {
    const changed = await changedAmount();
    const { process, proposalId, idOf } = changed;
    // Another process was slow to record the payment.
    const id = idOf("9000000");
    const late = { captures: [{ id, amount: Micros.of(9_000_000n) }], reference: id };
    const salt = "5a".repeat(16);
    await process.run(captureSpend({ proposalId, ...late, salt }, process.engine.policy));
    expect((await process.state()).balanceUsd).toBe(84);
    await expectNine(changed);
  });

  it("agree on a payment of `upto` after an exit between its reversal and its new amount", async () => {
    const changed = await changedAmount();
    const { process, proposalId, idOf } = changed;
    const reason = "The chain has the payment with another amount.";
    const reversal = { proposalId, captureIds: [idOf("7000000")], reason, isReplaced: true };
    const undone = { ...reversal, salt: "5a".repeat(16) };
    await process.run(reverseCaptures(undone, process.engine.policy));
    expect((await process.state()).balanceUsd).toBe(100);
    await expectNine(changed);
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
