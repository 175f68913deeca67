import type { Bench, BenchContext } from "../harness/bench.ts";
import { callInParallel } from "../harness/call-in-parallel.ts";
import { type Contestant, figures, interleave } from "../harness/interleave.ts";
import { figureText, millisecondsText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Report, Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { type EventDatabase, openPostgres, openSqlite } from "./event-databases.ts";
import { addCursors, addDuePayments, addUndelivered } from "./fill-deliveries.ts";
import { openLedger, type RecordedLedger, spendingWorkspace } from "./recorded-ledger.ts";

const without = "without events";
const recorded = "with events";
const empty = "empty";
const full = "full";

interface Size {
  readonly rounds: number;
  readonly seconds: number;
  readonly undelivered: number;
}

function sizeOf({ size, entries }: BenchContext): Size {
  return size === "tiny"
    ? { rounds: 1, seconds: 0.1, undelivered: 1_000 }
    : { rounds: 31, seconds: 0.4, undelivered: entries ?? 1_000_000 };
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

/** Pairs rounds with and without recorded events. */
async function compareRecording(
  database: EventDatabase,
  callers: number,
  { rounds, seconds }: Size,
  { progress }: BenchContext,
): Promise<Row[]> {
  const sides = [without, recorded].map((name) => ({ name, isRecorded: name === recorded }));
  const open: RecordedLedger[] = [];
  try {
    const turns: Contestant[] = [];
    for (const { name, isRecorded } of sides) {
      const ledger = openLedger(
        await database.open(`${isRecorded ? "recorded" : "plain"}_${callers}`),
        isRecorded,
      );
      open.push(ledger);
      const round = () => callInParallel({ callers, seconds, call: () => ledger.spend() });
      turns.push({ name, round });
    }
    const settle = () => database.settle();
    const samples = await interleave(turns, { counted: rounds, warmUp: 1, settle, progress });
    for (const ledger of open) await ledger.check(0);
    const reference = figures(samples, without, "perSecond");
    return sides.map(({ name, isRecorded }): Row => {
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
          isRecorded ? ratioText(medianRatio(reference, perSecond)) : "",
        ],
      };
    });
  } finally {
    for (const ledger of open) await ledger.close();
  }
}

/** Compares a spend and reads of an empty database with those of a full one. */
async function compareFill(
  database: EventDatabase,
  { rounds, seconds, undelivered }: Size,
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
        await addUndelivered(ledger.storage, undelivered);
        await addCursors(ledger.storage, undelivered);
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
    const samples = await interleave(paired, { counted: rounds, warmUp: 1, settle, progress });
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
  { rounds, seconds, undelivered }: Size,
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
      rounds: `${rounds} of ${seconds} s each (of ${seconds / 2} s in the second table), after one that does not count; both sides alternate`,
      ...settings,
    },
  };
}
