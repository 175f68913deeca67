import type { Bench, BenchContext } from "../harness/bench.ts";
import { callInParallel } from "../harness/call-in-parallel.ts";
import {
  type Contestant,
  type Sample,
  type Samples,
  figures,
  interleave,
} from "../harness/interleave.ts";
import { figureText, millisecondsText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Report, Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { type EventDatabase, openPostgres, openSqlite } from "./event-databases.ts";
import {
  addCursors,
  addDuePayments,
  addUndelivered,
  type RunStatement,
} from "./fill-deliveries.ts";
import { openLedger, type RecordedLedger, spendingWorkspace } from "./recorded-ledger.ts";

const without = "without events";
const recorded = "with events";
const empty = "empty";
const full = "full";

interface Size {
  /** Pairs of new databases, because where a file lies on the disk affects every one of its rounds. */
  readonly pairs: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly undelivered: number;
}

function sizeOf({ size, entries }: BenchContext): Size {
  return size === "tiny"
    ? { pairs: 1, rounds: 1, seconds: 0.1, undelivered: 1_000 }
    : { pairs: 5, rounds: 4, seconds: 0.3, undelivered: entries ?? 1_000_000 };
}

/** Measures what recorded events cost a spend, and whether undelivered ones slow it down. */
export const events: Bench = {
  name: "events",
  summary: "spends with recorded events, and beside 1,000,000 undelivered ones",
  run: async (context) => {
    const size = sizeOf(context);
    const spends: Row[] = [];
    const reads: Row[] = [];
    const settings: Record<string, string> = {};
    for (const open of [openPostgres, openSqlite]) {
      const database = await open(context);
      try {
        for (const callers of [1, 32]) {
          spends.push(...(await compareRecording(database, callers, size, context)));
        }
        reads.push(...(await compareFill(database, size, context)));
        settings[database.name] = await database.describe();
      } finally {
        await database.close();
      }
    }
    return reportOn(spends, reads, settings, size);
  },
};

/** Compares rounds with and without recorded events. */
async function compareRecording(
  database: EventDatabase,
  callers: number,
  size: Size,
  context: BenchContext,
): Promise<Row[]> {
  const samples = new Map<string, Sample[]>([
    [without, []],
    [recorded, []],
  ]);
  for (let pair = 1; pair <= size.pairs; pair += 1) {
    const measured = await measurePair(database, `${callers}_${pair}`, callers, size, context);
    for (const [name, rounds] of samples) rounds.push(...(measured.get(name) ?? []));
  }
  const reference = figures(samples, without, "perSecond");
  return [...samples.keys()].map((name): Row => {
    const perSecond = figures(samples, name, "perSecond");
    const of = (figure: string): number => median(figures(samples, name, figure));
    return {
      name: `${database.name}, ${callers} caller(s): ${name}`,
      cells: [
        figureText(median(perSecond)),
        rangeText(perSecond),
        millisecondsText(of("p50Ms")),
        millisecondsText(of("p99Ms")),
        `${figureText(of("processorMicroseconds"))} µs`,
        name === recorded ? ratioText(medianRatio(reference, perSecond)) : "",
      ],
    };
  });
}

async function measurePair(
  database: EventDatabase,
  pair: string,
  callers: number,
  { rounds, seconds }: Size,
  { progress }: BenchContext,
): Promise<Samples> {
  const open: RecordedLedger[] = [];
  try {
    const turns: Contestant[] = [];
    for (const name of [without, recorded]) {
      const isRecorded = name === recorded;
      const file = `${isRecorded ? "recorded" : "plain"}_${pair}`;
      const ledger = openLedger(await database.open(file), isRecorded);
      open.push(ledger);
      const round = () => callInParallel({ callers, seconds, call: () => ledger.spend() });
      turns.push({ name, round });
    }
    const settle = () => database.settle();
    const samples = await interleave(turns, { counted: rounds, warmUp: 1, settle, progress });
    for (const ledger of open) await ledger.check(0);
    return samples;
  } finally {
    for (const ledger of open) await ledger.close();
  }
}

/** Compares a spend and reads of an empty database with those of a full one. */
async function compareFill(
  database: EventDatabase,
  { pairs, rounds, seconds, undelivered }: Size,
  { progress }: BenchContext,
): Promise<Row[]> {
  const open: RecordedLedger[] = [];
  try {
    const turns: Contestant[] = [];
    const questions = new Set<string>();
    for (const name of [empty, full]) {
      const ledger = openLedger(await database.open(`filled_${name}`), true);
      open.push(ledger);
      await ledger.spend();
      await addDuePayments(ledger.storage, 1_000);
      if (name === full) {
        progress(`fills ${database.name}`);
        const run: RunStatement = (text) => database.run(`filled_${name}`, text);
        await addUndelivered(ledger.storage, undelivered, run);
        await addCursors(ledger.storage, undelivered, run);
      }
      await database.filled(`filled_${name}`);
      for (const [question, call] of questionsOf(ledger)) {
        const round = () => callInParallel({ callers: 1, seconds: seconds / 2, call });
        turns.push({ name: `${name}: ${question}`, round });
        questions.add(question);
      }
    }
    // Alternates the databases within a question.
    const paired = [...questions].flatMap((question) =>
      turns.filter(({ name }) => name.endsWith(`: ${question}`)),
    );
    const settle = () => database.settle();
    const samples = await interleave(paired, {
      counted: pairs * rounds,
      warmUp: 1,
      settle,
      progress,
    });
    for (const [index, ledger] of open.entries()) await ledger.check(index === 0 ? 0 : undelivered);
    return [...questions].map((question): Row => {
      const [few = [], many = []] = [empty, full].map((name) =>
        figures(samples, `${name}: ${question}`, "p50Ms"),
      );
      return {
        name: `${database.name}: ${question}`,
        cells: [
          millisecondsText(median(few)),
          millisecondsText(median(many)),
          ratioText(medianRatio(many, few)),
        ],
      };
    });
  } finally {
    for (const ledger of open) await ledger.close();
  }
}

function questionsOf({
  spend,
  storage,
}: RecordedLedger): readonly (readonly [name: string, call: () => Promise<unknown>])[] {
  const workspaceId = spendingWorkspace;
  return [
    ["a spend", spend],
    ["a load of the workspace", () => storage.load([{ workspaceId, keys: [] }])],
    ["100 due payments", () => storage.due(Date.now(), null, 100, ["proposal"])],
  ];
}

function reportOn(
  spends: readonly Row[],
  reads: readonly Row[],
  settings: Readonly<Record<string, string>>,
  { pairs, rounds, seconds, undelivered }: Size,
): Report {
  const count = figureText(undelivered);
  return {
    tables: [
      {
        columns: [
          "",
          "spends a second",
          "lowest to highest round",
          "p50",
          "p99",
          "CPU time in Node",
          "time to without",
        ],
        rows: spends,
      },
      { columns: ["one caller, p50", empty, `${count} undelivered`, "ratio"], rows: reads },
    ],
    settings: {
      load: "one workspace; each caller sends the next spend after the last answer",
      undelivered: `${count} event records of the workspace and ${count} due cursors`,
      rounds: `${rounds} of ${seconds} s for each of ${pairs} pairs of databases; in the second table ${pairs * rounds} of ${seconds / 2} s for one pair; after one that does not count`,
      ...settings,
    },
  };
}
