import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { WrittenRuleSet } from "@agent-treasury/rules";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { type Contestant, figures, interleave } from "../harness/interleave.ts";
import { figureText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Report } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { fillHistory } from "./fill-history.ts";

const workspaceId = "bench";
const replayed = "a replay of ten rules, twice";
const summed = "one SQL query: the sum by vendor";

/** Windows by vendor and agent, approvals, a duplicate check and times of day. */
const draft: WrittenRuleSet = {
  version: 1,
  rules: [
    { id: "day", then: { limit: { amountUsd: 1_000_000, per: "day" } } },
    { id: "month", then: { limit: { amountUsd: 2_000_000, per: "month" } } },
    { id: "vendor", then: { limit: { amountUsd: 20_000, per: "month", by: "vendor" } } },
    { id: "agent", then: { limit: { count: 30_000, per: { rollingHours: 24 }, by: "agent" } } },
    { id: "new", then: { limit: { newPayees: 100, per: "week" } } },
    {
      id: "first",
      when: { vendors: { firstPayment: true } },
      then: { requireApprovals: { count: 1 } },
    },
    { id: "large", when: { amountUsd: { from: 95 } }, then: { requireApprovals: { count: 2 } } },
    { id: "night", when: { hours: "22:00-06:00", amountUsd: { from: 50 } }, then: { deny: true } },
    { id: "twice", when: { amountUsd: { from: 80 } }, then: { duplicate: { hours: 1 } } },
    { id: "reserve", then: { keepAvailableUsd: 200 } },
  ],
};

/** Measures a replay over a long history, beside one pass of the database over the same rows. */
export const replay: Bench = {
  name: "replay",
  summary: "a replay of 100,000 proposals, against one SQL query over them",
  run: async (context) => {
    const directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
    try {
      return await measure(context, join(directory, "replay.db"));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function measure(context: BenchContext, path: string): Promise<Report> {
  const { size, progress } = context;
  const count = size === "tiny" ? 200 : 100_000;
  const counted = size === "tiny" ? 1 : 5;
  const storage = sqliteStorage({ path });
  const treasury = createTreasury({ baseUrl: "http://localhost", storage });
  try {
    await fillHistory(storage, workspaceId, count, progress);
    const database = new DatabaseSync(path, { readOnly: true });
    const contestants = [replaying(treasury, count), summing(database, count)];
    const warmUp = size === "tiny" ? 0 : 1;
    const samples = await interleave(contestants, { counted, warmUp, progress });
    database.close();
    const seconds = (name: string) => figures(samples, name, "seconds");
    const rows = [replayed, summed].map((name) => ({
      name,
      cells: [
        `${figureText(median(seconds(name)))} s`,
        rangeText(seconds(name)),
        figureText(count / median(seconds(name))),
        `${figureText(median(figures(samples, name, "cpuSeconds")))} s`,
        ratioText(medianRatio(seconds(name), seconds(summed))),
      ],
    }));
    const columns = [
      "",
      "time",
      "lowest to highest round",
      "proposals a second",
      "CPU time",
      "time to the query",
    ];
    return {
      tables: [{ columns, rows }],
      settings: {
        load: `${count.toLocaleString("en-US")} proposals of 200 vendors and five agents, of which a person approved a tenth`,
        measured:
          "reading the history from SQLite, and two evaluations: if none of the waiting spends were approved, and if all were",
        rounds: `${counted}, after one that does not count`,
        storage: `node:sqlite of Node ${process.versions.node}, SQLite ${process.versions["sqlite"]}`,
      },
    };
  } finally {
    await treasury.close();
  }
}

function replaying(treasury: Treasury, count: number): Contestant {
  return {
    name: replayed,
    round: () =>
      timed(async () => {
        let steps = 0;
        const onProgress = (): void => void (steps += 1);
        const { spends, changed } = await treasury.rules.replay(
          { workspaceId, rules: draft },
          { onProgress },
        );
        if (spends !== count || steps === 0) throw new Error(`${spends} spends were replayed.`);
        return { changed, steps };
      }),
  };
}

function summing(database: DatabaseSync, count: number): Contestant {
  const query = database.prepare(
    `SELECT json_extract(body, '$.vendor') AS vendor, count(*) AS spends,
       sum(CAST(json_extract(body, '$.amount') AS INTEGER)) AS amount
     FROM documents WHERE workspace_id = ? AND kind = 'proposal' GROUP BY vendor`,
  );
  return {
    name: summed,
    round: () =>
      timed(() => {
        const rows = query.all(workspaceId) as { readonly spends: number }[];
        const spends = rows.reduce((sum, row) => sum + row.spends, 0);
        if (spends !== count) throw new Error(`${spends} spends were summed.`);
        return Promise.resolve({ vendors: rows.length });
      }),
  };
}

async function timed(
  work: () => Promise<Readonly<Record<string, number>>>,
): Promise<Readonly<Record<string, number>>> {
  const before = process.cpuUsage();
  const start = performance.now();
  const found = await work();
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, cpuSeconds: (user + system) / 1e6, ...found };
}
