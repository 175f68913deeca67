import {
  createTreasury,
  randomIdentifiers,
  safetyGate,
  systemClock,
  toMicros,
} from "@agent-treasury/treasury-core";
import {
  Committer,
  StorageClock,
  calendarOf,
  proposeSpend,
  treasuryHousekeeping,
  treasuryOpening,
} from "@agent-treasury/treasury-core/domain";
import { describe, expect, it } from "vitest";
import { runFixture } from "./run-fixture.fixture.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
const calendar = calendarOf("UTC");
const policy = {
  limits: {
    maxSpendPerAction: toMicros(50_000_000n),
    autoApproveUnder: toMicros(10_000_000n),
    dailySpendCap: toMicros(100_000_000n),
    minReserve: toMicros(20_000_000n),
  },
  autoApproveDaily: null,
  proposalLifetimeMs: null,
  gate: safetyGate(),
};

/** Leaves proposals of thirty dollars each behind, in a workspace of ten thousand. */
async function propose(path: string, ids: readonly string[]): Promise<void> {
  const storage = sqliteStorage({ path });
  const committer = new Committer({
    storage,
    clock: systemClock,
    storageClock: new StorageClock(systemClock),
    identifiers: randomIdentifiers,
    opening: treasuryOpening(calendar, toMicros(10_000_000_000n)),
    housekeeping: treasuryHousekeeping(calendar),
  });
  const spend = { amount: toMicros(30_000_000n), vendor: "Acme", purpose: "paper" };
  await Promise.all(
    ids.map((id) => {
      const request = { ...spend, id, category: null, payment: null, salt: id };
      return committer.run("race", proposeSpend(request, policy));
    }),
  );
  await committer.close();
  await storage.close();
}

describe("four processes that approve at once", () => {
  it("execute exactly the three spends that the caps allow, of two hundred clicks", async () => {
    const path = pathOf("race.db");
    const ids = Array.from({ length: 100 }, (_, index) => `proposal-${index}`);
    await propose(path, ids);
    const startAt = (Date.now() + 2_000).toString();
    const halves = [ids.slice(0, 50), ids.slice(50), ids.slice(0, 50), ids.slice(50)];
    const approvers = halves.map((half) =>
      runFixture(pathOf("modules"), "approver", path, startAt, ...half),
    );
    const ends = await Promise.all(approvers.map(({ ended }) => ended));
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const statuses = approvers.flatMap((approver) => approver.output().trim().split("\n"));
    expect(statuses.filter((status) => status === "executed")).toHaveLength(6);
    expect(statuses.filter((status) => status === "failed")).toHaveLength(194);

    const storage = sqliteStorage({ path });
    const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage });
    expect(await treasury.state("race")).toMatchObject({
      balanceUsd: 9_910,
      spentTodayUsd: 90,
      pendingCount: 0,
    });
    expect(await treasury.verify("race")).toMatchObject({ valid: true, entriesChecked: 3 });
    await treasury.close();
  }, 60_000);
});
