import type { Clock } from "@agent-treasury/provider";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury, type TreasuryEvent } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { recordedEvents } from "./audit/audit-events.ts";
import { payerBudget } from "./processes/payer-task.ts";
import { testDirectory } from "./stores/test-directory.ts";

const pathOf = testDirectory();
const hourMs = 3_600_000;
const stepHours = 4;

/** A clock that only a test advances. */
function steppedClock(): Clock & { advance(milliseconds: number): void } {
  let passed = 0;
  return {
    now: () => Date.UTC(2026, 10, 3, 10) + passed,
    monotonic: () => passed,
    sleep: (_milliseconds, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
    advance: (milliseconds) => {
      passed += milliseconds;
    },
  };
}

const storages = {
  memory: (now: () => number) => memoryStorage({ now }),
  SQLite: (now: () => number) => sqliteStorage({ path: pathOf(`${crypto.randomUUID()}.db`), now }),
};

interface Outage {
  readonly recorded: ReadonlySet<string>;
  readonly received: readonly string[];
  /** Commits whose events were reported as missed. */
  readonly missed: number;
  readonly commits: number;
}

/** Spends every four hours while the hook fails, and delivers after the outage. */
async function outageOf(days: number, name: keyof typeof storages): Promise<Outage> {
  const clock = steppedClock();
  const storage = storages[name](clock.now);
  const received: TreasuryEvent[] = [];
  const recorded = new Map<string, string>();
  let missed = 0;
  let isDown = true;
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    clock,
    budget: payerBudget,
    recoverySeconds: false,
    hooks: {
      event: (event) => {
        if (isDown) throw new Error("The receiver is down.");
        received.push(event);
      },
    },
    onFailure: ({ error }) => {
      const [, commits = "0"] = /events of (\d+) commits/.exec(String(error)) ?? [];
      missed += Number(commits);
    },
  });
  for (let hours = 0; hours < days * 24; hours += stepHours) {
    const purpose = `paper at ${hours}`;
    const large = await treasury.propose({ amountUsd: 20, vendor: "Acme", purpose });
    await treasury.decide({ proposalId: large.proposal.id, decision: "deny", operator: "Ada" });
    const auto = { amountUsd: 5, vendor: "Acme", purpose };
    const { proposal } = await treasury.propose(auto);
    expect(proposal.status).toBe("executed");
    for await (const { id, record } of recordedEvents(storage, "demo")) recorded.set(id, record);
    clock.advance(stepHours * hourMs);
    await treasury.recover();
  }
  isDown = false;
  for (let round = 0; round < 3; round += 1) {
    clock.advance(1.2 * hourMs);
    await treasury.recover();
  }
  await treasury.close();
  return {
    recorded: new Set(recorded.keys()),
    received: received.map(({ id }) => id),
    missed,
    commits: new Set(recorded.values()).size,
  };
}

describe.each(["memory", "SQLite"] as const)("a receiver of events from %s", (name) => {
  it("that is down for two days receives everything", async () => {
    const { recorded, received, missed } = await outageOf(2, name);
    expect(recorded.size).toBe(60);
    expect(new Set(received)).toEqual(recorded);
    expect(received).toHaveLength(60);
    expect(missed).toBe(0);
  });

  it("that is down for ten days receives those of seven days and a report of the gap", async () => {
    const { recorded, received, missed, commits } = await outageOf(10, name);
    expect(recorded.size).toBe(300);
    expect([...recorded].slice(-received.length)).toEqual(received);
    expect(missed).toBeGreaterThan(30);
    const receivedCommits = new Set(received.map((id) => id.split("_")[1])).size;
    expect(missed + receivedCommits).toBe(commits);
  });
});
