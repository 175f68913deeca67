import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { modelEndpoint, providerAnswer } from "test-suites/meters";
import { type EventDatabase, openPostgres, openSqlite } from "../events/event-databases.ts";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { callInParallel } from "../harness/call-in-parallel.ts";
import { figures, interleave } from "../harness/interleave.ts";
import { figureText, millisecondsText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { openChargedTab } from "./charged-tab.ts";
import { measureLongTab } from "./long-tab.ts";

const spend = "a spend";
const modelCall = "a scripted model call";

interface Size {
  readonly rounds: number;
  readonly seconds: number;
  readonly charges: number;
}

function sizeOf({ size, entries }: BenchContext): Size {
  return size === "tiny"
    ? { rounds: 1, seconds: 0.1, charges: 1_000 }
    : { rounds: 9, seconds: 0.5, charges: entries ?? 100_000 };
}

/** Compares the charges of a tab with spends, and with the calls that they are for. */
export const tabs: Bench = {
  name: "tabs",
  summary: "charges of a tab against spends and model calls, and a tab of many charges",
  run: async (context) => {
    const size = sizeOf(context);
    const rows: Row[] = [];
    const settings: Record<string, string> = {};
    for (const open of [openMemory, openSqlite, openPostgres]) {
      const database = await open(context);
      try {
        rows.push(...(await compare(database, size, context)));
        settings[database.name] = await database.describe();
      } finally {
        await database.close();
      }
    }
    return {
      tables: [
        {
          columns: [
            "",
            "p50",
            "a second",
            "lowest to highest round",
            "CPU time in Node",
            "to a spend",
          ],
          rows,
        },
        await longTab(size, context),
      ],
      settings: {
        load: "one caller; the model's endpoint is a server of this machine that answers at once",
        rounds: `${size.rounds} of ${size.seconds} s, after one that does not count`,
        ...settings,
      },
    };
  },
};

async function nothing(): Promise<void> {}

async function openMemory(): Promise<EventDatabase> {
  return {
    name: "memory",
    open: async (): Promise<Storage> => memoryStorage(),
    run: nothing,
    filled: nothing,
    settle: nothing,
    describe: async () => "in this process",
    close: nothing,
  };
}

async function compare(
  database: EventDatabase,
  { rounds, seconds }: Size,
  { progress }: BenchContext,
): Promise<Row[]> {
  const tab = await openChargedTab(await database.open("tabs"));
  const tokens = { input: 100, cacheRead: 0, cacheWrite: 0, output: 100, reasoning: 0 };
  const endpoint = await modelEndpoint(() => providerAnswer("chat", { tokens, stream: true }));
  const body = JSON.stringify({ model: "test-model", messages: [] });
  const calls: readonly (readonly [name: string, call: () => Promise<unknown>])[] = [
    [spend, tab.spend],
    ["a charge", tab.charge],
    ["reserve and settle", tab.reserveAndSettle],
    [
      modelCall,
      async () => {
        const response = await fetch(`${endpoint.url}/v1/chat/completions`, {
          method: "POST",
          body,
        });
        return response.text();
      },
    ],
  ];
  const contestants = calls.map(([name, call]) => ({
    name,
    round: () => callInParallel({ callers: 1, seconds, call }),
  }));
  const settle = () => database.settle();
  const samples = await interleave(contestants, { counted: rounds, warmUp: 1, settle, progress });
  await endpoint.close();
  await tab.check();
  const reference = figures(samples, spend, "p50Ms");
  return calls.map(([name]): Row => {
    const of = (figure: string): number[] => figures(samples, name, figure);
    return {
      name: `${database.name}: ${name}`,
      cells: [
        millisecondsText(median(of("p50Ms"))),
        figureText(median(of("perSecond"))),
        rangeText(of("perSecond")),
        `${figureText(median(of("processorMicroseconds")))} µs`,
        name === spend ? "" : ratioText(medianRatio(of("p50Ms"), reference)),
      ],
    };
  });
}

async function longTab(
  { charges }: Size,
  { progress }: BenchContext,
): Promise<{ readonly columns: readonly string[]; readonly rows: readonly Row[] }> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
  try {
    const path = join(directory, "tab.db");
    const long = await measureLongTab(path, charges, progress);
    const cells = [
      figureText(long.chargesPerSecond),
      figureText(long.bytesPerCharge),
      figureText(long.entries),
      millisecondsText(long.readMs),
      millisecondsText(long.closeMs),
      `${figureText(long.verifySeconds)} s`,
    ];
    return {
      columns: [
        "SQLite, 256 callers",
        "a second",
        "bytes each",
        "entries",
        "read",
        "close",
        "verify",
      ],
      rows: [{ name: `${figureText(charges)} charges of a tab`, cells }],
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
