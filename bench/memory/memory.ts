import { openMonitor } from "../database/database-monitor.ts";
import { startDatabase } from "../database/start-database.ts";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { figureText } from "../harness/number-text.ts";
import type { Report, Row } from "../harness/report.ts";
import { type WorkerProcess, startWorker } from "../processes/worker-process.ts";
import type { MemoryAnswer, ServeQuestion } from "./serving-worker.ts";

const schema = "memory";
const bytesInMebibyte = 2 ** 20;

/** Measures the memory of a process that has served many workspaces. */
export const memory: Bench = {
  name: "memory",
  summary: "a process that serves 100,000 workspaces",
  run: async (context) => {
    const database = await startDatabase(context);
    const monitor = openMonitor(database);
    const worker: WorkerProcess<ServeQuestion, MemoryAnswer> = startWorker(
      new URL("./serving-worker.ts", import.meta.url),
      ["--expose-gc"],
    );
    try {
      await monitor.freshSchema(schema);
      const rows: Row[] = [];
      let from = 0;
      for (const to of stepsOf(context)) {
        const answer = await worker.ask({ url: database.url, schema, from, to });
        context.progress(`${to.toLocaleString("en-US")} workspaces served`);
        const mebibytes = [answer.heap, answer.resident].map((bytes) => bytes / bytesInMebibyte);
        rows.push({ name: to.toLocaleString("en-US"), cells: mebibytes.map(figureText) });
        from = to;
      }
      const recorded = await monitor.number(`SELECT count(*) FROM ${schema}.heads`);
      if (recorded !== from)
        throw new Error(`${from} workspaces were served, ${recorded} are recorded.`);
      return report(rows, await monitor.describe());
    } finally {
      await worker.stop();
      await monitor.close();
      await database.close();
    }
  },
};

function stepsOf({ size }: BenchContext): readonly number[] {
  return size === "tiny" ? [10, 20, 40] : [1_000, 10_000, 100_000];
}

function report(rows: readonly Row[], server: string): Report {
  return {
    tables: [{ columns: ["workspaces served", "heap, MiB", "resident, MiB"], rows }],
    settings: {
      load: "one process and 64 callers; in each workspace a spend, and then its state by the handler",
      measured:
        "after garbage collection; resident is the system's count, including code and stacks",
      server,
    },
  };
}
