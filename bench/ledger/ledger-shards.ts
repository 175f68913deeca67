import { createHash } from "node:crypto";
import { postgresStorage, storageByWorkspace } from "@agent-treasury/storage-postgres";
import { type DatabaseMonitor, openMonitor } from "../database/database-monitor.ts";
import type { Database } from "../database/database.ts";
import { startDatabase } from "../database/start-database.ts";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { figures } from "../harness/interleave.ts";
import { figureText, millisecondsText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Report } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { compareLedgers, paceOf } from "./compare-ledgers.ts";
import { type LedgerContestant, type Load, openEachWorkspace } from "./ledger-contestant.ts";
import { openTreasury } from "./open-treasury.ts";

const names = { one: "one server", two: "two servers" };

interface Server {
  readonly database: Database;
  readonly monitor: DatabaseMonitor;
}

/** The servers share a machine, so that the figures show the cost of a second one, not its gain. */
export const ledgerShards: Bench = {
  name: "ledger-shards",
  summary: "1,000 workspaces on one server and on two, 128 callers",
  run: async (context) => {
    const servers: Server[] = [];
    try {
      servers.push(await startOne(context));
      // The second one is always started for the run.
      const { databaseUrl, ...local } = context;
      if (databaseUrl !== undefined) context.progress("starts a second server on this machine");
      servers.push(await startOne(local));
      return await measure(context, servers);
    } finally {
      for (const { monitor, database } of servers) {
        await monitor.close();
        await database.close();
      }
    }
  },
};

async function startOne(context: BenchContext): Promise<Server> {
  const database = await startDatabase(context);
  return { database, monitor: openMonitor(database) };
}

async function measure(context: BenchContext, servers: readonly Server[]): Promise<Report> {
  const [first] = servers;
  if (first === undefined) throw new Error("No server was started.");
  const load: Load =
    context.size === "tiny" ? { workspaces: 20, callers: 8 } : { workspaces: 1_000, callers: 128 };
  const settle = async (): Promise<void> => {
    await Promise.all(servers.map(({ monitor }) => monitor.settle()));
  };
  const arena = { database: first.database, monitor: { ...first.monitor, settle }, load };
  const contestants = [shards(names.one, "one", [first]), shards(names.two, "two", servers)];
  const { samples } = await compareLedgers(contestants, [], arena, context);
  const perSecond = (name: string): number[] => figures(samples, name, "perSecond");
  const latency = (name: string, figure: string): string =>
    millisecondsText(median(figures(samples, name, figure)));
  const { rounds, seconds } = paceOf(context);
  return {
    tables: [
      {
        columns: ["", "spends a second", "lowest to highest round", "p50", "p99", "to one server"],
        rows: [names.one, names.two].map((name) => ({
          name,
          cells: [
            figureText(median(perSecond(name))),
            rangeText(perSecond(name)),
            latency(name, "p50Ms"),
            latency(name, "p99Ms"),
            ratioText(medianRatio(perSecond(name), perSecond(names.one))),
          ],
        })),
      },
    ],
    settings: {
      load: `${figureText(load.workspaces)} workspaces, ${load.callers} callers in one process`,
      rounds: `${rounds} of ${seconds} s each, after one that does not count, with a checkpoint of both servers before every turn`,
      connections: "10 to each server",
      server: await first.monitor.describe(),
      "second server": (await servers[1]?.monitor.describe()) ?? "",
    },
  };
}

function shards(name: string, schema: string, servers: readonly Server[]): LedgerContestant {
  return {
    name,
    isTuned: false,
    install: async () => {
      for (const { monitor } of servers) await monitor.freshSchema(schema);
      return async () => {
        const counts = await Promise.all(
          servers.map(({ monitor }) => monitor.number(`SELECT count(*) FROM ${schema}.entries`)),
        );
        return counts.reduce((sum, count) => sum + count, 0);
      };
    },
    open: async ({ load }) => {
      const storages = servers.map(({ database }, index) => {
        return [`${index}`, postgresStorage({ url: database.url, schema })] as const;
      });
      const [only] = storages;
      const ledger = openTreasury(
        storages.length === 1 && only !== undefined
          ? only[1]
          : storageByWorkspace(
              (id) => `${placeOf(id, servers.length)}`,
              Object.fromEntries(storages),
            ),
      );
      await openEachWorkspace(ledger, load);
      return ledger;
    },
  };
}

function placeOf(workspaceId: string, count: number): number {
  return createHash("sha256").update(workspaceId).digest().readUInt32BE() % count;
}
