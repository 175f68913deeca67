import { describe, expect, it } from "vitest";
import { dollars, owed } from "../ledger/test-ledger.fixture.ts";
import { eraseText } from "../treasury/operations/erase-text.ts";
import {
  type TestTreasury,
  type TestTreasuryOptions,
  ada,
  outcomeOf,
  testTreasury,
} from "../treasury/test-treasury.fixture.ts";
import { eventsOfChange } from "./events-of-change.ts";
import type { TreasuryEvent } from "./treasury-hooks.ts";

const hour = 3_600_000;

/** Returns a treasury with 200 USD and its later events. */
async function recordEvents(
  options: TestTreasuryOptions = {},
): Promise<{ treasury: TestTreasury; events: TreasuryEvent[] }> {
  const events: TreasuryEvent[] = [];
  const treasury = testTreasury({
    ...options,
    committed: (change) => events.push(...eventsOfChange(change)),
  });
  await treasury.credit(dollars(200));
  events.length = 0;
  return { treasury, events };
}

function kinds(events: readonly TreasuryEvent[]): string[] {
  return events.map((event) =>
    event.kind === "proposalDecided" ? `${event.decision} by ${event.by}` : event.kind,
  );
}

describe("the events of a commit", () => {
  it("report a pending proposal, then its approval and its execution", async () => {
    const { treasury, events } = await recordEvents();
    const { id } = await treasury.propose();
    expect(kinds(events)).toEqual(["proposalCreated"]);
    await treasury.approve(id);
    expect(kinds(events)).toEqual(["proposalCreated", "approve by person", "proposalExecuted"]);
    expect(events[2]).toMatchObject({
      workspaceId: "acme",
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      proposal: { id, status: "executed", operator: "Ada", amountUsd: 12 },
    });
  });

  it("report all three at once if policy approves", async () => {
    const { treasury, events } = await recordEvents();
    await treasury.propose({ amount: dollars(5) });
    expect(kinds(events)).toEqual(["proposalCreated", "approve by policy", "proposalExecuted"]);
  });

  it("report a denial by policy if screening blocks the spend, and by a person otherwise", async () => {
    const { treasury, events } = await recordEvents();
    await treasury.propose({ amount: dollars(51) });
    const { id } = await treasury.propose();
    await treasury.deny(id);
    expect(kinds(events)).toEqual([
      "proposalCreated",
      "deny by policy",
      "proposalCreated",
      "deny by person",
    ]);
  });

  it("report a failure if an approved spend would exceed a cap", async () => {
    const { treasury, events } = await recordEvents();
    const { id } = await treasury.propose({ amount: dollars(40) });
    await treasury.setLimits({ dailySpendCap: dollars(20) });
    await treasury.approve(id);
    expect(kinds(events).slice(1)).toEqual(["approve by person", "proposalFailed"]);
  });

  it("report an expiry with the next command of any kind", async () => {
    const { treasury, events } = await recordEvents({ policy: { proposalLifetimeMs: hour } });
    await treasury.propose();
    treasury.clock.advance(hour);
    await treasury.credit(dollars(1));
    expect(kinds(events)).toEqual(["proposalCreated", "deny by expiry", "credited"]);
  });

  it("report a reset and the denial of pending proposals", async () => {
    const { treasury, events } = await recordEvents();
    await treasury.propose();
    await treasury.reset();
    expect(kinds(events)).toEqual(["proposalCreated", "deny by reset", "workspaceReset"]);
    expect(events[2]).toMatchObject({ epoch: 2 });
  });

  it("report a credit and its reversal", async () => {
    const { treasury, events } = await recordEvents();
    await treasury.credit(dollars(7), { type: "revenue" });
    await treasury.credit(owed(7), { type: "revenue", reversalOf: "entry_1_2" });
    expect(kinds(events)).toEqual(["credited", "reversed"]);
    expect(events).toMatchObject([
      { entry: { type: "revenue", amountUsd: 7 } },
      { entry: { amountUsd: -7, reversalOf: "entry_1_2" } },
    ]);
  });

  it("report every status change in one commit", async () => {
    const { treasury, events } = await recordEvents();
    const created = treasury.propose({ id: "first" });
    const approved = treasury.approve("first");
    await Promise.all([created, approved]);
    expect(kinds(events)).toEqual(["proposalCreated", "approve by person", "proposalExecuted"]);
  });

  it("are empty for unchanged state, rejected commands and erased texts", async () => {
    const { treasury, events } = await recordEvents();
    const { id } = await treasury.propose();
    await treasury.approve(id);
    events.length = 0;
    await treasury.approve(id);
    expect(await outcomeOf(treasury.deny(id))).toBe("already_decided");
    await treasury.propose({ id });
    await eraseText(treasury.engine, "acme", ada, null);
    expect(events).toEqual([]);
  });
});
