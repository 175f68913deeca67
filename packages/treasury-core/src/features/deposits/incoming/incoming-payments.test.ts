import type { PaymentProcessor } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { contentsOf } from "../../../kernel/ledger/edited-storage.fixture.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { sale, testDeployment, testRail } from "./test-incoming.fixture.ts";

const counted = { kind: "counted", reviewAfterMs: null } as const;
const untilFinal = { kind: "counted", reviewAfterMs: 1_200_000 } as const;

/** A processor with one paid checkout. */
const paidCheckout: PaymentProcessor = {
  specificationVersion: "1",
  provider: "processor",
  mode: () => "test",
  createCheckout: async () => ({ id: "session-1", url: "http://localhost/", expiresAt: null }),
  readCheckout: async () => ({
    id: "session-1",
    workspaceId: "acme",
    paid: true,
    amount: dollars(10),
    currency: "usd",
    paymentReference: null,
  }),
};

describe("an announced payment", () => {
  it("is credited as revenue once, from any process and any number of looks", async () => {
    const { start, rail } = testDeployment();
    const [one, other] = [start().treasury, start().treasury];
    await Promise.all([
      one.incoming.announce("chain", sale),
      other.incoming.announce("chain", sale),
    ]);
    expect(await one.incoming.find("chain", sale)).toBe("pending");
    expect((await one.state("acme")).revenueUsd).toBe(0);
    rail.findings.set(sale.id, untilFinal);
    const looks = [one, other, one, other].map((each) => each.incoming.find("chain", sale));
    expect(new Set(await Promise.all(looks))).toEqual(new Set(["credited"]));
    const { revenueUsd, ledger } = await other.state("acme");
    expect([revenueUsd, ledger.length]).toEqual([2, 1]);
    expect(ledger[0]).toMatchObject({
      type: "revenue",
      description: "A weather report (revenue through chain)",
    });
    expect((await other.verify("acme")).valid).toBe(true);
  });

  it("loses its texts in an erasure once nothing changes it any more", async () => {
    const { start, rail, storage } = testDeployment();
    const { treasury } = start();
    const texts = { payer: "Mallory", description: "A report for Mallory" };
    await treasury.incoming.announce("chain", { ...sale, ...texts, details: { to: "Mallory" } });
    expect(await treasury.eraseText({ workspaceId: "acme" })).toMatchObject({ kept: 1 });
    rail.findings.set(sale.id, counted);
    expect(await treasury.incoming.find("chain", sale)).toBe("final");
    expect(await treasury.eraseText({ workspaceId: "acme" })).toMatchObject({ kept: 0 });
    const { docs } = await contentsOf(storage, "acme");
    expect(JSON.stringify(docs.map(({ body }) => body))).not.toContain("Mallory");
    expect(await treasury.incoming.find("chain", sale)).toBe("final");
  });

  it("is credited by another process if its own exits before the rail settles", async () => {
    const { start, rail, clock } = testDeployment();
    await start().treasury.incoming.announce("chain", sale);
    const { treasury } = start();
    await treasury.recover();
    expect(rail.asked).toEqual([]);
    rail.findings.set(sale.id, counted);
    clock.advance(15_000);
    await Promise.all([treasury.recover(), start().treasury.recover()]);
    await treasury.recover();
    expect((await treasury.state("acme")).revenueUsd).toBe(2);
    expect(await treasury.incoming.find("chain", sale)).toBe("final");
  });

  it("belongs to the workspace that announced it first", async () => {
    const { start, rail } = testDeployment();
    const [one, other] = [start().treasury, start().treasury];
    const both = ["acme", "beta"].map((workspaceId, at) =>
      (at === 0 ? one : other).incoming.announce("chain", { ...sale, workspaceId }),
    );
    expect((await Promise.all(both)).toSorted()).toEqual(["announced", "elsewhere"]);
    rail.findings.set(sale.id, counted);
    for (const workspaceId of ["acme", "beta"]) {
      await one.incoming.find("chain", { ...sale, workspaceId }).catch(() => null);
    }
    const states = await Promise.all([one.state("acme"), one.state("beta")]);
    expect(new Set(states.map(({ revenueUsd }) => revenueUsd))).toEqual(new Set([0, 2]));
  });

  it("is asked for again while it may arrive, and never again once it did not arrive", async () => {
    const { start, rail, clock } = testDeployment();
    const { treasury } = start();
    await treasury.incoming.announce("chain", sale);
    for (let look = 0; look < 3; look += 1) {
      clock.advance(15_000);
      await treasury.recover();
    }
    expect(rail.asked).toHaveLength(3);
    rail.findings.set(sale.id, { kind: "gone", reason: "It expired." });
    clock.advance(15_000);
    await treasury.recover();
    rail.findings.set(sale.id, counted);
    clock.advance(86_400_000);
    await treasury.recover();
    expect(rail.asked).toHaveLength(4);
    expect(await treasury.incoming.find("chain", sale)).toBe("gone");
    expect((await treasury.state("acme")).revenueUsd).toBe(0);
  });

  it("is looked at again, and reversed once if it was undone", async () => {
    const { start, rail, clock } = testDeployment();
    const { treasury } = start();
    await treasury.incoming.announce("chain", sale);
    rail.findings.set(sale.id, untilFinal);
    await treasury.incoming.find("chain", sale);
    rail.findings.set(sale.id, { kind: "pending", afterMs: 60_000 });
    clock.advance(1_200_000);
    await treasury.recover();
    expect((await treasury.state("acme")).revenueUsd).toBe(2);
    rail.findings.set(sale.id, { kind: "gone", reason: "The chain was reorganized." });
    clock.advance(60_000);
    await Promise.all([treasury.recover(), start().treasury.recover()]);
    await treasury.recover();
    const { revenueUsd, balanceUsd, ledger } = await treasury.state("acme");
    expect([revenueUsd, balanceUsd, ledger.length]).toEqual([0, 0, 2]);
    expect(ledger[0]).toMatchObject({ amountUsd: -2, reversalOf: ledger[1]?.id });
    expect((await treasury.verify("acme")).valid).toBe(true);
  });

  it("stays credited if it only moved to another block", async () => {
    const { start, rail, clock } = testDeployment();
    const { treasury } = start();
    await treasury.incoming.announce("chain", sale);
    for (const finding of [untilFinal, untilFinal, counted]) {
      rail.findings.set(sale.id, finding);
      clock.advance(1_200_000);
      await treasury.recover();
    }
    const { revenueUsd, ledger } = await treasury.state("acme");
    expect([revenueUsd, ledger.length]).toEqual([2, 1]);
  });

  it("is reported and asked for later if the rail fails", async () => {
    const { start, rail, clock } = testDeployment();
    const { treasury, reports } = start();
    await treasury.incoming.announce("chain", sale);
    rail.findings.set(sale.id, new Error("no connection"));
    clock.advance(15_000);
    await treasury.recover();
    await treasury.recover();
    expect(reports).toMatchObject([{ code: "payment_processor_error" }]);
    rail.findings.set(sale.id, counted);
    clock.advance(300_000);
    await treasury.recover();
    expect((await treasury.state("acme")).revenueUsd).toBe(2);
  });

  it("waits while its rail is not connected", async () => {
    const { start, clock, rail } = testDeployment();
    await start().treasury.incoming.announce("chain", sale);
    clock.advance(15_000);
    const { treasury, reports } = start({ incoming: [testRail("test", "other")] });
    await treasury.recover();
    expect(reports).toMatchObject([{ code: "payments_not_connected" }]);
    rail.findings.set(sale.id, counted);
    clock.advance(300_000);
    const { treasury: later } = start();
    await later.recover();
    expect((await later.state("acme")).revenueUsd).toBe(2);
  });
});

describe("test money and live money", () => {
  it("are never in one workspace", async () => {
    const { start, rail, clock } = testDeployment();
    const { treasury } = start();
    await treasury.incoming.announce("chain", sale);
    const live = testRail("live");
    const other = start({ incoming: [live] });
    for (const each of [rail, live]) each.findings.set(sale.id, counted);
    clock.advance(15_000);
    await other.treasury.recover();
    expect(other.reports).toMatchObject([{ code: "payment_processor_error" }]);
    expect(live.asked).toEqual([]);
    await treasury.incoming.find("chain", sale);
    const another = other.treasury.incoming.announce("chain", { ...sale, id: "another" });
    await expect(another).rejects.toMatchObject({ code: "payment_mode_changed" });
  });

  it("allow a rail beside a payment processor of the same kind", async () => {
    const { start, rail } = testDeployment();
    rail.findings.set(sale.id, counted);
    const { treasury } = start();
    await treasury.incoming.announce("chain", sale);
    await treasury.incoming.find("chain", sale);
    const spend = { workspaceId: "acme", amountUsd: 1, vendor: "Acme", purpose: "paper" };
    expect((await treasury.propose(spend)).proposal.status).toBe("pending");
    const { treasury: other } = start({ payments: { processor: paidCheckout } });
    expect((await other.propose({ ...spend, purpose: "pens" })).proposal.status).toBe("pending");
    await other.confirmDeposit({ workspaceId: "acme", sessionId: "session-1" });
    await other.incoming.announce("chain", { ...sale, id: "second" });
    rail.findings.set("second", counted);
    await other.incoming.find("chain", { ...sale, id: "second" });
    expect(await other.state("acme")).toMatchObject({ revenueUsd: 4, depositsUsd: 10 });
    expect((await other.verify("acme")).valid).toBe(true);
  });
});

it.each([
  ["no amount", { ...sale, amount: 0n as typeof sale.amount }],
  ["a reserved workspace", { ...sale, workspaceId: "~deployment" }],
  ["long details", { ...sale, details: { text: "x".repeat(5_000) } }],
  ["control characters", { ...sale, description: "a\u0007b" }],
])("refuses an announcement with %s", async (_title, movement) => {
  const { treasury } = testDeployment().start();
  await expect(treasury.incoming.announce("chain", movement)).rejects.toMatchObject({
    code: "invalid_request",
  });
});

it("refuses two rails with one name", () => {
  const { start } = testDeployment();
  expect(() => start({ incoming: [testRail(), testRail()] })).toThrow("two rails named chain");
});
