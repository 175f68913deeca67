import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@agent-treasury/provider";
import { postgresStorage } from "@agent-treasury/storage-postgres";
import { type DatabaseMonitor, openMonitor } from "../database/database-monitor.ts";
import { startDatabase } from "../database/start-database.ts";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { type Contestant, type Samples, figures, interleave } from "../harness/interleave.ts";
import { figureText, millisecondsText, ratioText } from "../harness/number-text.ts";
import type { Report, Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { paceOf } from "../ledger/compare-ledgers.ts";
import { filledLedger } from "./filled-ledgers.ts";
import { type Question, type ReadSubject, openSubject, questions } from "./read-subject.ts";

type StorageName = "SQLite" | "PostgreSQL";
type Length = "short" | "long";

const storageNames: readonly StorageName[] = ["SQLite", "PostgreSQL"];
const verifyRounds = 5;
const asked = Object.keys(questions) as Question[];

/** Compares reads and decisions on a long ledger with those on a short one. */
export const readsFlat: Bench = {
  name: "reads-flat",
  summary: "reads and a decision at 1,000 and at 1,000,000 entries",
  run: async (context) => {
    const directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
    const database = await startDatabase(context);
    const monitor = openMonitor(database);
    const subjects: Subject[] = [];
    try {
      for (const [length, entries] of Object.entries(lengthsOf(context)) as [Length, number][]) {
        await monitor.freshSchema(`reads_${length}`);
        const postgres = postgresStorage({ url: database.url, schema: `reads_${length}` });
        const path = join(directory, `${length}.db`);
        const storages: Record<StorageName, Storage> = {
          SQLite: await filledLedger(path, entries, context.progress, postgres),
          PostgreSQL: postgres,
        };
        for (const name of storageNames) {
          subjects.push({ subject: openSubject(storages[name], entries), name, length });
        }
      }
      // Autovacuum would do the same within a minute.
      await monitor.run("VACUUM ANALYZE");
      const samples = await measure(context, subjects, () => monitor.settle());
      const found = report(context, samples, await monitor.describe());
      const verified = await verifyAll(context, subjects);
      const remarks = [await written(context, subjects, monitor, join(directory, "long.db"))];
      const [table] = found.tables;
      if (table === undefined) return { ...found, remarks };
      return { ...found, tables: [{ ...table, rows: [...table.rows, ...verified] }], remarks };
    } finally {
      for (const { subject } of subjects) await subject.close();
      await monitor.close();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

interface Subject {
  readonly subject: ReadSubject;
  readonly name: StorageName;
  readonly length: Length;
}

function lengthsOf({ size, entries }: BenchContext): Record<Length, number> {
  if (size === "tiny") return { short: 300, long: 600 };
  return { short: 1_000, long: entries ?? 1_000_000 };
}

/** Compares short and long for each question on each storage. */
async function measure(
  context: BenchContext,
  subjects: readonly Subject[],
  settle: () => Promise<void>,
): Promise<Samples> {
  const { rounds, seconds } = paceOf(context);
  const samples = new Map<string, Samples>();
  for (const question of asked) {
    const turns = subjects.map(({ subject, name, length }): Contestant => ({
      name: turnName(question, name, length),
      round: async () => ({ p50Ms: await subject.ask(question, seconds / 5) }),
    }));
    const { progress } = context;
    samples.set(
      question,
      await interleave(turns, { counted: rounds, warmUp: 1, settle, progress }),
    );
  }
  return new Map([...samples.values()].flatMap((some) => [...some]));
}

function turnName(question: Question, name: StorageName, length: Length): string {
  return `${name}, ${length}: ${questions[question]}`;
}

/**
 * Verifies the short ledger in each round, and the long one only in the middle of them: it is a
 * thousand times as long, and so is the time over which its figure is a mean.
 */
async function verifyAll({ size }: BenchContext, subjects: readonly Subject[]): Promise<Row[]> {
  const taken = new Map(subjects.map((subject) => [subject, [] as number[]]));
  const rounds = size === "tiny" ? 1 : verifyRounds;
  for (let round = 0; round < rounds; round += 1) {
    for (const [{ subject, length }, figure] of taken) {
      if (length === "long" && round !== Math.floor(rounds / 2)) continue;
      // Verifying a thousand entries ends before the code is optimised.
      const warmUps = length === "short" ? 20 : 0;
      for (let warm = 0; warm < warmUps; warm += 1) await subject.verify();
      figure.push(await subject.verify());
    }
  }
  return storageNames.map((name) => {
    const of = (length: Length): number =>
      median([...taken].find(([one]) => one.name === name && one.length === length)?.[1] ?? []);
    const [short, long] = [of("short"), of("long")];
    const cells = [short, long].map((each) => `${figureText(each)} µs`);
    const ratio = ratioText(long / short);
    return { name: `${name}: \`GET treasury/verify\`, each entry`, cells: [...cells, ratio] };
  });
}

/** The log and disk space of a spend on the long ledger. */
async function written(
  context: BenchContext,
  subjects: readonly Subject[],
  monitor: DatabaseMonitor,
  sqlitePath: string,
): Promise<string> {
  const long = subjects.find(({ name, length }) => name === "PostgreSQL" && length === "long");
  const log = (): Promise<number> =>
    monitor.number("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')");
  const spends = context.size === "tiny" ? 20 : 10_000;
  await monitor.settle();
  const before = await log();
  await long?.subject.spend(spends);
  const logged = ((await log()) - before) / spends;
  const stored = await monitor.number(
    `SELECT sum(pg_total_relation_size(oid))::float8 / (SELECT count(*) FROM reads_long.entries)
    FROM pg_class WHERE relnamespace = 'reads_long'::regnamespace AND relkind = 'r'`,
  );
  const file = (await stat(sqlitePath)).size / lengthsOf(context).long;
  return `On the long ledger of PostgreSQL a spend by one caller adds ${figureText(logged)} bytes to the log, over ${figureText(spends)} spends after a checkpoint, and takes ${figureText(stored)} bytes on the disk with its indexes; on SQLite, ${figureText(file)} bytes.`;
}

function report(context: BenchContext, samples: Samples, server: string): Report {
  const { short, long } = lengthsOf(context);
  const rows = storageNames.flatMap((name) =>
    asked.map((question): Row => {
      const of = (length: Length): number[] =>
        figures(samples, turnName(question, name, length), "p50Ms");
      return {
        name: `${name}: ${questions[question]}`,
        cells: [
          millisecondsText(median(of("short"))),
          millisecondsText(median(of("long"))),
          ratioText(medianRatio(of("long"), of("short"))),
        ],
      };
    }),
  );
  const lengths = [short, long].map((entries) => `${entries.toLocaleString("en-US")} entries`);
  const { rounds, seconds } = paceOf(context);
  return {
    tables: [{ columns: ["", ...lengths, "long to short"], rows }],
    settings: {
      ledger:
        "one workspace in a database of its own, every entry with its proposal and its claim; one caller in the same process, no network",
      rounds: `${rounds} of ${(seconds / 5).toFixed(1)} s each (50 decisions each), short and long in turn, after one that does not count`,
      verify: `the short ledger in ${verifyRounds} rounds, the long one once between them`,
      server,
      SQLite: `node:sqlite, SQLite ${process.versions["sqlite"]}, WAL, synchronous FULL`,
    },
  };
}
