import { openMonitor } from "../database/database-monitor.ts";
import type { Database } from "../database/database.ts";
import { startDatabase } from "../database/start-database.ts";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { type TableEntry, comparisonTable } from "../harness/comparison-table.ts";
import { type Contestant, figures } from "../harness/interleave.ts";
import { figureText } from "../harness/number-text.ts";
import type { Report } from "../harness/report.ts";
import { median } from "../harness/statistics.ts";
import { type Compared, compareLedgers, paceOf } from "./compare-ledgers.ts";
import type { Arena, LedgerContestant, Load } from "./ledger-contestant.ts";
import { checkThenAppend, forkedShare } from "./naive/check-then-append.ts";
import { interactiveLedger } from "./naive/interactive.ts";
import { singleStatement } from "./naive/single-statement.ts";
import { installPgbench, pgbench, pgbenchMissing } from "./pgbench.ts";
import { pgledger, pgledgerMissing } from "./pgledger.ts";
import {
  previousLedger,
  spendsInCommit,
  treasuryLedger,
  ungroupedTreasury,
} from "./treasury-ledger.ts";

const names = {
  treasury: "**Agent Treasury**",
  previous: "Agent Treasury at the previous commit",
  pgledger: "pgledger",
  pgbench: "`pgbench -N`",
  pgbenchPrepared: "`pgbench -N -M prepared`",
  interactive: "by hand: a transaction under a row lock",
  single: "by hand: one statement for each spend",
  ungrouped: "Agent Treasury without groups",
  unsafe: "by hand: look, then append (wrong)",
};

/** One workspace with the callers of a busy server. */
export const ledgerHot: Bench = {
  name: "ledger-hot",
  summary: "one hot workspace, 32 callers",
  comparesPrevious: true,
  run: (context) =>
    withArena(context, { workspaces: 1, callers: 32 }, async (arena) => {
      const rivals = [
        interactiveLedger(names.interactive),
        singleStatement(names.single),
        ungroupedTreasury(names.ungrouped),
        checkThenAppend(names.unsafe),
      ];
      const report = await compare(context, arena, rivals, { withPgbench: true });
      const forked = (await arena.monitor.number(forkedShare)) * 100;
      const remark = `Looking first and appending then put ${figureText(forked)} % of its entries on a place in the chain that another entry has too. Each of those used an outdated balance and daily total.`;
      return { ...report, remarks: [...(report.remarks ?? []), remark] };
    }),
};

/** Many workspaces with few calls each. */
export const ledgerMany: Bench = {
  name: "ledger-many",
  summary: "1,000 workspaces, 128 callers",
  comparesPrevious: true,
  run: (context) =>
    withArena(context, loadOfMany(context), async (arena) => {
      const rivals = [interactiveLedger(names.interactive), singleStatement(names.single)];
      return await compare(context, arena, rivals, { withPgbench: false });
    }),
};

/** One caller, so that commits are not shared. */
export const ledgerOne: Bench = {
  name: "ledger-one",
  summary: "one workspace, one caller",
  comparesPrevious: true,
  run: (context) =>
    withArena(context, { workspaces: 1, callers: 1 }, async (arena) => {
      const rivals = [interactiveLedger(names.interactive), singleStatement(names.single)];
      return await compare(context, arena, rivals, { withPgbench: true });
    }),
};

function loadOfMany({ size }: BenchContext): Load {
  return size === "tiny" ? { workspaces: 20, callers: 8 } : { workspaces: 1_000, callers: 128 };
}

async function compare(
  context: BenchContext,
  arena: Arena,
  rivals: readonly LedgerContestant[],
  { withPgbench }: { readonly withPgbench: boolean },
): Promise<Report> {
  const { pgledgerPath, previousPath } = context;
  const previous =
    previousPath === undefined ? [] : [await previousLedger(names.previous, previousPath)];
  const theirs = pgledgerPath === undefined ? [] : [pgledger(pgledgerPath)];
  const bench = withPgbench ? await preparePgbench(context, arena) : [];
  const contestants = [treasuryLedger(names.treasury), ...previous, ...theirs, ...rivals];
  const compared = await compareLedgers(contestants, bench, arena, context);
  const entries: TableEntry[] = [
    { name: names.treasury },
    ...previous.map(({ name }) => ({ name })),
    entryOf(names.pgledger, compared, pgledgerMissing),
    ...(withPgbench
      ? [names.pgbench, names.pgbenchPrepared].map((name) =>
          entryOf(name, compared, pgbenchMissing),
        )
      : []),
    ...rivals.map(({ name }) => ({ name })),
  ];
  return {
    tables: [comparisonTable(entries, compared.samples, "spends a second")],
    remarks: [await whereTimeGoes(arena, compared)],
    settings: await describe(context, arena, compared),
  };
}

/** The treasury's limiting factors: spends per commit, and CPU time per spend. */
async function whereTimeGoes({ monitor }: Arena, { samples }: Compared): Promise<string> {
  const spends = figureText(await monitor.number(spendsInCommit));
  const [ours = Number.NaN, hand = Number.NaN] = [names.treasury, names.interactive].map((name) =>
    median(figures(samples, name, "processorMicroseconds")),
  );
  return `A commit of the treasury had ${spends} spend(s) on average. A spend took ${figureText(ours)} µs of CPU time in Node, including the callers' own work; by hand, in a transaction under a row lock, ${figureText(hand)} µs.`;
}

function entryOf(name: string, { samples }: Compared, missing: string): TableEntry {
  return samples.has(name) ? { name } : { name, notRun: missing };
}

async function preparePgbench(context: BenchContext, arena: Arena): Promise<Contestant[]> {
  const { programs } = arena.database;
  if (programs === null) return [];
  const clients = arena.load.callers;
  await installPgbench(arena, programs, context.size === "tiny" ? 1 : clients + 9);
  const { seconds } = paceOf(context);
  // pgbench accepts whole seconds only.
  const whole = Math.ceil(seconds);
  return [
    pgbench(arena, programs, { name: names.pgbench, protocol: "simple", clients, seconds: whole }),
    pgbench(arena, programs, {
      name: names.pgbenchPrepared,
      protocol: "prepared",
      clients,
      seconds: whole,
    }),
  ];
}

async function describe(
  context: BenchContext,
  { monitor, load }: Arena,
  { poolSizes }: Compared,
): Promise<Record<string, string>> {
  const { rounds, seconds } = paceOf(context);
  const sizes = [...poolSizes].map(([name, size]) => `${name} ${size}`);
  return {
    load: `${figureText(load.workspaces)} workspace(s), ${load.callers} caller(s), each sending the next spend after the last answer`,
    rounds: `${rounds} of ${seconds} s each, after one that does not count, with a checkpoint before every turn`,
    connections: `Agent Treasury its default of 10; the others the best of 1, 2, 4, 8, 16 and 32: ${sizes.join(", ")}`,
    server: await monitor.describe(),
    ...(context.pgledgerPath !== undefined && { pgledger: "from a checkout of its repository" }),
  };
}

/** Starts a database for some work. */
async function withArena(
  context: BenchContext,
  load: Load,
  work: (arena: Arena) => Promise<Report>,
): Promise<Report> {
  const database: Database = await startDatabase(context);
  const monitor = openMonitor(database);
  try {
    return await work({ database, monitor, load });
  } finally {
    await monitor.close();
    await database.close();
  }
}
