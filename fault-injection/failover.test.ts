import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isConsistent, readCheckpoint, readNote, verifyReceipt } from "@agent-treasury/receipts";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { auditLedger } from "./audit/audit-ledger.ts";
import { type Journalled, readJournal } from "./audit/journal.ts";
import { lostSpends } from "./audit/lost-spends.ts";
import { type Fault, missingForCluster, startCluster } from "./failover/auto-failover-cluster.ts";
import { startProbe } from "./failover/commit-probe.ts";
import { expectMet, isLong, printCounts, seedOfRun } from "./long.ts";
import type { OperatorTask } from "./processes/operations.ts";
import { type TestProcess, runProcess } from "./processes/run-process.ts";
import { until } from "./processes/until.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";

const pathOf = testDirectory();
const missing = isLong ? missingForCluster() : "runs in the long tests";
const failovers = Number(process.env["FAULT_FAILOVERS"] ?? 20);
const rounds = Number(process.env["FAULT_ROUNDS"] ?? 3);
const faults: readonly Fault[] = ["kill", "stop", "cut", "isolate"];
const workspaceIds = ["a", "b", "c", "d"];
const limitMs = 3_600_000;

interface Apps {
  readonly apps: readonly TestProcess[];
  /** Bytes, which grow with each response. */
  writtenBy(): readonly number[];
  journals(): readonly (readonly Journalled[])[];
}

async function startApps(store: StoreAddress, seed: number, name: string): Promise<Apps> {
  const tasks = [0, 1, 2, 3].map((index): OperatorTask => {
    const journalPath = pathOf(`${name}${index}.journal`);
    const where = { store, workspaceIds, journalPath, startingCapitalUsd: 500, callers: 8 };
    return { name: `${name}${index}`, seed: seed + index, ...where, operations: null };
  });
  const apps = tasks.map((task) => runProcess("operator", task));
  onTestFinished(() => void apps.map(({ child }) => child.kill("SIGKILL")));
  await Promise.all(apps.map(({ ready }) => ready));
  for (const app of apps) app.go();
  return {
    apps,
    writtenBy: () => tasks.map(({ journalPath }) => statSync(journalPath).size),
    journals: () => tasks.map(({ journalPath }) => readJournal(journalPath)),
  };
}

const skipped = missing === null ? "" : ` (skipped: ${missing})`;

describe.skipIf(missing !== null)(`a cluster of pg_auto_failover${skipped}`, () => {
  it(
    `with a synchronous standby loses no confirmed spend in ${failovers} failovers`,
    async () => {
      const seed = seedOfRun();
      const cluster = await startCluster(true);
      onTestFinished(() => cluster.close());
      const store = { kind: "postgres", url: cluster.url, schema: "treasury" } as const;
      const storage = openStore(store);
      const { apps, writtenBy, journals } = await startApps(store, seed, "app");
      const probe = startProbe(storage);
      const outagesMs: number[] = [];
      for (let number = 0; number < failovers; number += 1) {
        const fault = faults[number % faults.length] ?? "kill";
        await sleep(1_000 + Math.random() * 1_000);
        probe.longestGapMs();
        await cluster.failover(fault);
        await probe.untilCommitted();
        const written = writtenBy();
        await until("all apps to be answered again", () =>
          writtenBy().every((count, app) => count > (written[app] ?? 0)),
        );
        await cluster.repair();
        outagesMs.push(probe.longestGapMs());
        printCounts(`Failover ${number + 1}`, { fault, noCommitsForMs: outagesMs.at(-1) });
      }
      for (const app of apps) app.stop();
      const ends = await Promise.all(apps.map(({ ended }) => ended));
      await probe.end();
      const journal = journals().flat();
      const sorted = outagesMs.toSorted((left, right) => left - right);
      printCounts(`FAULT_SEED=${seed}`, {
        failovers,
        operations: journal.length,
        medianMs: sorted[Math.floor(sorted.length / 2)],
        worstMs: sorted.at(-1),
      });
      expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
      expect(journal.filter(({ answer }) => answer === null)).toEqual([]);
      for (const workspaceId of workspaceIds) {
        const { flaws } = await auditLedger(storage, workspaceId, journal);
        expect(flaws, `FAULT_SEED=${seed}`).toEqual([]);
      }
      await storage.close();
    },
    limitMs,
  );

  it(
    "with a synchronous standby continues receipts and checkpoints of the failed primary",
    async () => {
      const cluster = await startCluster(true);
      onTestFinished(() => cluster.close());
      const store = { kind: "postgres", url: cluster.url, schema: "receipts" } as const;
      const storage = openStore(store);
      const open = (): Treasury =>
        createTreasury({
          baseUrl: "http://localhost:3000",
          storage: openStore(store),
          budget: { startingCapitalUsd: 100 },
          autoApprovePayees: "any",
          receipts: { key: "0123456789abcdef".repeat(4) },
          recoverySeconds: false,
        });
      const before = open();
      const paid: string[] = [];
      const pay = async (treasury: Treasury): Promise<void> => {
        const purpose = `paper ${paid.length}`;
        const spend = { agentId: "buyer", amountUsd: 3, vendor: "Acme", purpose };
        const { proposal } = await treasury.propose(spend);
        expect(proposal.status).toBe("executed");
        paid.push(proposal.id);
      };
      const receiptsOf = (treasury: Treasury) =>
        Promise.all(
          paid.map(async (proposalId) => (await treasury.receipts.issue({ proposalId })).receipt),
        );
      for (let count = 0; count < 5; count += 1) await pay(before);
      const receipts = [...(await receiptsOf(before))];
      const keys = await before.receipts.keys();
      const { checkpoint } = await before.receipts.checkpoint();
      await cluster.failover("kill");
      const probe = startProbe(storage);
      await probe.untilCommitted();
      await probe.end();
      await before.close();
      const after = open();
      for (let count = 0; count < 5; count += 1) await pay(after);
      receipts.push(...(await receiptsOf(after)));
      expect(await after.receipts.keys()).toEqual(keys);
      for (const receipt of receipts) {
        expect(await verifyReceipt(receipt, keys)).toMatchObject({ valid: true, withheld: [] });
      }
      const { checkpoint: newest, proof } = await after.receipts.checkpoint({ since: 5 });
      const [first, last] = [checkpoint, newest].map((note) => readCheckpoint(readNote(note)));
      expect([first?.size, last?.size]).toEqual([5, 10]);
      const path = proof.map((hash) => Uint8Array.from(Buffer.from(hash, "hex")));
      expect(first && last && (await isConsistent(first, last, path))).toBe(true);
      expect((await after.verify()).problem).toBeNull();
      await after.close();
      await storage.close();
    },
    limitMs,
  );

  it(
    "with an asynchronous standby stops the processes that have seen lost spends",
    async () => {
      const seed = seedOfRun();
      const cluster = await startCluster(false);
      onTestFinished(() => cluster.close());
      for (let round = 1; round <= rounds; round += 1) {
        const store = { kind: "postgres", url: cluster.url, schema: `treasury_${round}` } as const;
        const { apps, journals } = await startApps(store, seed + round, `round${round}-`);
        await sleep(5_000);
        await cluster.cutReplication();
        await sleep(1_000);
        await cluster.failover("kill");
        const storage = openStore(store);
        const probe = startProbe(storage);
        await probe.untilCommitted();
        await sleep(3_000);
        for (const app of apps) app.stop();
        await Promise.all(apps.map(({ ended }) => ended));
        await probe.end();
        const counts = { confirmed: 0, lost: 0, stopped: 0 };
        for (const journal of journals()) {
          const found = await lostSpends(storage, workspaceIds, journal);
          expect(found.flaws, `FAULT_SEED=${seed}`).toEqual([]);
          counts.confirmed += found.confirmed;
          counts.lost += found.lost;
          counts.stopped += found.stopped;
        }
        printCounts(`FAULT_SEED=${seed}, round ${round}`, counts);
        expectMet({ lost: counts.lost, stopped: counts.stopped });
        await storage.close();
        await cluster.repair();
      }
    },
    limitMs,
  );
});
