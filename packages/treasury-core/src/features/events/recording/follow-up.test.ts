import { describe, expect, it } from "vitest";
import { type TestTreasury, testTreasury } from "../../../create/test-treasury.fixture.ts";
import { createTreasury } from "../../../index.ts";
import { testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { recordDueProposals } from "../../workspace/record-due-proposals.ts";
import { eventsIn, kindOf, testRecorder } from "./recorded-events.fixture.ts";

const hour = 3_600_000;

interface FollowedTreasury extends TestTreasury {
  /** One pass of maintenance after some hours. */
  after(hours: number): Promise<void>;
  kinds(): Promise<string[]>;
}

function msOf(hours: number | null): number | null {
  return hours === null ? null : hours * hour;
}

function followedTreasury(
  remindAfter: number | null,
  escalateAfter: number | null,
  expireAfter: number | null = null,
): FollowedTreasury {
  const followUp = { remindAfterMs: msOf(remindAfter), escalateAfterMs: msOf(escalateAfter) };
  const treasury = testTreasury({
    recorder: testRecorder({ hasConsumers: () => true, reports: false }),
    policy: { proposalLifetimeMs: msOf(expireAfter), followUp },
  });
  const { engine, clock } = treasury;
  return {
    ...treasury,
    after: async (hours) => {
      clock.advance(hours * hour);
      await recordDueProposals(engine, new AbortController().signal);
    },
    kinds: async () => (await eventsIn(engine.storage, "acme")).map(kindOf),
  };
}

async function due(treasury: TestTreasury): Promise<number> {
  const { storage, clock } = treasury.engine;
  return (await storage.due(clock.now(), null, 10, ["proposal"])).length;
}

describe("a pending proposal", () => {
  it("is reminded of, escalated and expired, each once at its time", async () => {
    const treasury = followedTreasury(1, 4, 24);
    await treasury.propose();
    await treasury.after(0.9);
    expect(await treasury.kinds()).toEqual(["proposalCreated"]);
    await treasury.after(0.1);
    await treasury.after(1);
    expect(await treasury.kinds()).toEqual(["proposalCreated", "proposalReminder"]);
    await treasury.after(2);
    await treasury.after(1);
    expect((await treasury.kinds()).slice(2)).toEqual(["proposalEscalated"]);
    expect(await due(treasury)).toBe(0);
    await treasury.after(20);
    await treasury.after(1);
    expect((await treasury.kinds()).slice(3)).toEqual(["proposalExpired"]);
    expect(await due(treasury)).toBe(0);
  });

  it("is reminded of and escalated in order if maintenance did not run in time", async () => {
    const treasury = followedTreasury(4, 1);
    await treasury.propose();
    await treasury.propose();
    await treasury.after(5);
    const both = ["proposalReminder", "proposalEscalated"];
    expect((await treasury.kinds()).slice(2)).toEqual([...both, ...both]);
  });

  it("only expires if it is over", async () => {
    const treasury = followedTreasury(1, 2, 3);
    await treasury.propose();
    await treasury.after(3);
    expect(await treasury.kinds()).toEqual(["proposalCreated", "proposalExpired"]);
  });

  it("is not reminded of by a decision, nor afterwards", async () => {
    const treasury = followedTreasury(1, 2);
    const { id } = await treasury.propose();
    treasury.clock.advance(hour);
    await treasury.deny(id);
    await treasury.after(5);
    expect(await treasury.kinds()).toEqual(["proposalCreated", "deny by person"]);
  });

  it("expires in a workspace without further commands", async () => {
    const treasury = followedTreasury(null, null, 1);
    const { id } = await treasury.propose();
    expect(await due(treasury)).toBe(0);
    await treasury.after(1);
    expect(await treasury.kinds()).toEqual(["proposalCreated", "proposalExpired"]);
    const [snapshot] = await treasury.engine.storage.load([
      { workspaceId: "acme", keys: [{ kind: "proposal", id }] },
    ]);
    expect(snapshot?.found[0]).toMatchObject({ open: false, body: { status: "denied" } });
  });

  it("is followed up by recovery, with the options of the treasury", async () => {
    const clock = testClock();
    const storage = memoryStorage({ now: clock.now });
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage,
      clock,
      authenticate: () => null,
      recoverySeconds: false,
      hooks: {},
      remindAfterHours: 1,
      escalateAfterHours: 2,
      proposalExpiryHours: 3,
    });
    await treasury.propose({ amountUsd: 30, vendor: "Acme", purpose: "servers" });
    for (let hours = 1; hours <= 3; hours += 1) {
      clock.advance(hour);
      await treasury.recover();
    }
    expect((await eventsIn(storage, "demo")).map(kindOf)).toEqual([
      "proposalCreated",
      "proposalReminder",
      "proposalEscalated",
      "proposalExpired",
    ]);
  });

  it("has no due time by default", async () => {
    const treasury = followedTreasury(null, null);
    await treasury.propose();
    await treasury.after(1_000_000);
    expect(await treasury.kinds()).toEqual(["proposalCreated"]);
  });
});
