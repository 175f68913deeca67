import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { auditEvents, type EventAudit } from "./audit/audit-events.ts";
import { expectMet, isLong, hangMs, printCounts, seedOfRun, storesOfForm } from "./long.ts";
import {
  type EmitterTask,
  type KillPoint,
  pastLeaseMs,
  type ReceivedEvent,
} from "./processes/emitter-task.ts";
import { openReceiver } from "./processes/receiver.ts";
import { runProcess } from "./processes/run-process.ts";
import { until } from "./processes/until.ts";
import { openStore, type StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const workspaceIds = ["a", "b", "c", "d", "e", "f"];
const points: readonly KillPoint[] = ["committed", "delivering", "delivered"];
const killsOfStore = isLong ? 500 : 5;
const processesAtOnce = 4;
/** Twice the longest delay between attempts, which is an hour of the fast clock. */
const stalledMs = 120_000;

const allStores: readonly [string, () => StoreAddress][] = [
  ["SQLite", () => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) })],
  ["PostgreSQL", () => postgres.newStore()],
];

describe("processes that are killed or stopped between a commit and the delivery of its events", () => {
  it.concurrent.each(storesOfForm(allStores, 1))(
    "lose and invent no event of %s, and keep the order of each proposal",
    async (name, newStore) => {
      const seed = seedOfRun();
      const random = seededRandom(seed);
      const store = newStore();
      const storage = openStore(store);
      await storage.load([{ workspaceId: "a", keys: [] }]);
      const receiver = await openReceiver(() => {
        if (random.chance(2)) return "refused";
        return random.chance(2) ? "received, but no answer" : "received";
      });
      const where = { store, receiver: receiver.url, workspaceIds };
      const kills = { committed: 0, delivering: 0, delivered: 0 };
      let lives = 0;
      const liveUntil = async (life: string, at: KillPoint, after: number): Promise<void> => {
        const kill = { at, after, signal: "SIGKILL" } as const;
        const task: EmitterTask = { ...where, name: life, callers: 2, kill };
        const emitter = runProcess("emitter", task);
        await emitter.ready;
        emitter.go();
        if ((await emitter.ended).signal === "SIGKILL") kills[at] += 1;
      };
      const live = async (): Promise<void> => {
        while (lives < killsOfStore - 1) {
          const at = points[lives % points.length] ?? "committed";
          lives += 1;
          await liveUntil(`p${lives}`, at, random.below(8));
        }
      };
      /** Stops a process beyond the lease of its delivery. */
      const suspend = async (): Promise<void> => {
        const kill = { at: "delivering", after: 2, signal: "SIGSTOP" } as const;
        const emitter = runProcess("emitter", { ...where, name: "stopped", callers: 2, kill });
        await emitter.ready;
        emitter.go();
        await until("a process to stop", () => emitter.lines.includes("over"));
        await sleep(pastLeaseMs);
        emitter.child.kill("SIGCONT");
        await sleep(pastLeaseMs / 3);
        emitter.stop();
        expect((await emitter.ended).exitCode).toBe(0);
      };
      const others = Array.from({ length: processesAtOnce - 1 }, live);
      await Promise.all([suspend().then(live), ...others]);
      // Alone, so that no other process delivers what it committed.
      await liveUntil("alone", "committed", 0);
      const killed = receiver.received.length;

      const last = runProcess("emitter", { ...where, name: "last", callers: 0, kill: null });
      await last.ready;
      last.go();
      const compare = () => auditEvents(storage, workspaceIds, receiver.received);
      await untilReceived(receiver.received, compare);
      last.stop();
      expect((await last.ended).exitCode).toBe(0);
      const audit = await compare();
      await storage.close();
      await receiver.close();

      const { flaws, missing, recorded, duplicates } = audit;
      expect({ flaws, missing }, `FAULT_SEED=${seed}`).toEqual({ flaws: [], missing: 0 });
      printCounts(`${name}, FAULT_SEED=${seed}`, { ...kills, recorded, killed, duplicates });
      // Processes that exited otherwise, or left nothing to deliver, would prove nothing.
      expect(kills.committed + kills.delivering + kills.delivered).toBe(killsOfStore);
      const left = recorded - new Set(receiver.received.slice(0, killed).map(({ id }) => id)).size;
      expectMet({ recorded, left, duplicates }, { recorded: killsOfStore * 3 });
    },
    hangMs,
  );
});

/**
 * Waits while deliveries advance, because each kill leaves events to deliver. Compares rarely: the
 * receiver shares this process, and answers late while all records are read.
 */
async function untilReceived(
  received: readonly ReceivedEvent[],
  compare: () => Promise<EventAudit>,
): Promise<void> {
  let { missing, recorded } = await compare();
  let most = 0;
  let advancedAt = performance.now();
  while (missing > 0 && performance.now() - advancedAt < stalledMs) {
    await sleep(100);
    const count = new Set(received.map(({ id }) => id)).size;
    if (count > most) advancedAt = performance.now();
    most = Math.max(most, count);
    if (count >= recorded) ({ missing, recorded } = await compare());
  }
}
