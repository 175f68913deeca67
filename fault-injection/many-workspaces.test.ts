import { verifyChain } from "@agent-treasury/treasury-core/verify";
import pg from "pg";
import { expect, it } from "vitest";
import { expectMet, isLong, printCounts } from "./long.ts";
import type { ManyTask } from "./processes/many-task.ts";
import { runProcess, runTogether } from "./processes/run-process.ts";
import { openStore } from "./stores/store.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const postgres = testPostgres();
const processes = 4;
/** `FAULT_SECONDS=3600` runs it for an hour. */
const seconds = Number(process.env["FAULT_SECONDS"] ?? (isLong ? 600 : 3));

it(
  `four processes on 1,000 workspaces for ${seconds} s: no spend is lost, and no deadlock reaches a caller`,
  async ({ annotate }) => {
    const store = postgres.newStore();
    const task: ManyTask = { store, workspaces: 1_000, callers: 64, seconds };
    const printed = await runTogether(
      Array.from({ length: processes }, () => runProcess("many", task)),
    );
    const counts = printed.map((lines) => JSON.parse(lines.at(-1) ?? "{}") as Counts);
    const total = (name: keyof Counts): number => counts.reduce((sum, one) => sum + one[name], 0);
    // Some calls fail to connect to an overloaded machine and are repeated.
    const [spends, failures, deadlocked] = [
      total("spends"),
      total("failures"),
      total("deadlocked"),
    ];
    const deadlocks = await ask(store.url, "SELECT sum(deadlocks) FROM pg_stat_database");
    const told = { seconds, spends, deadlocks, failures, deadlocked };
    printCounts("many workspaces", told);
    await annotate(JSON.stringify(told));
    expect(deadlocked).toBe(0);
    expectMet({ spends }, { spends: processes * task.callers });
    const { schema, url } = store;
    expect(await ask(url, `SELECT count(*) FROM ${schema}.entries`)).toBe(spends);
    expect(await ask(url, `SELECT sum(sequence) FROM ${schema}.heads`)).toBe(spends);
    const storage = openStore(store);
    for (const workspaceId of await storage.workspaces(null, task.workspaces)) {
      const { problem } = await verifyChain(storage, workspaceId);
      if (problem !== null) throw new Error(`${workspaceId}: ${problem}`);
    }
    await storage.close();
  },
  seconds * 3_000 + 240_000,
);

/** A process's results: spends, failed and repeated calls, and the deadlocks among those. */
interface Counts {
  readonly spends: number;
  readonly failures: number;
  readonly deadlocked: number;
}

async function ask(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: "array" });
    return Number(rows[0]?.[0]);
  } finally {
    await client.end();
  }
}
