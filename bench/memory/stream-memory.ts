import type { Bench, BenchContext } from "../harness/bench.ts";
import { figureText, rangeText } from "../harness/number-text.ts";
import type { Report, Row } from "../harness/report.ts";
import { median } from "../harness/statistics.ts";
import { type WorkerProcess, startWorker } from "../processes/worker-process.ts";
import type { ClientQuestion } from "./stream-clients.ts";
import type { ServerAnswer } from "./streaming-server.ts";

const bytesInKibibyte = 2 ** 10;
const bytesInMebibyte = 2 ** 20;
/** Streams that are open before the first measurement, so that one-time costs are not counted. */
const warmUpStreams = 20;

/** Measures the memory of an idle event stream of a turn with its connection. */
export const streamMemory: Bench = {
  name: "stream-memory",
  summary: "the memory of 500 and 2,000 idle event streams of a turn",
  run: async (context) => {
    const { counts, rounds } = paceOf(context);
    const found: Found[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of kinds) found.push(...(await measureRound(kind, counts)));
      context.progress(`${round} of ${rounds} rounds`);
    }
    const rows = kinds.flatMap((kind) => counts.map((count) => rowOf(found, kind, count)));
    return report(rows, rounds);
  },
};

const kinds = ["turn", "byHand"] as const;
type Kind = (typeof kinds)[number];

const kindNames: Record<Kind, string> = {
  turn: "**event streams of a turn**",
  byHand: "an Express route that sends one event",
};

/** The memory of one count of open streams, in bytes. */
interface Found {
  readonly kind: Kind;
  readonly count: number;
  readonly heapPerStream: number;
  readonly residentPerStream: number;
  readonly resident: number;
}

interface Pace {
  readonly counts: readonly number[];
  readonly rounds: number;
}

function paceOf({ size }: BenchContext): Pace {
  return size === "tiny" ? { counts: [120, 200], rounds: 1 } : { counts: [500, 2_000], rounds: 5 };
}

/** Opens streams up to each count, in new processes. */
async function measureRound(kind: Kind, counts: readonly number[]): Promise<readonly Found[]> {
  const server: WorkerProcess<object, ServerAnswer> = startWorker(
    new URL("./streaming-server.ts", import.meta.url),
    // Bytecode that V8 discards between two measurements would be subtracted from the streams.
    ["--expose-gc", "--no-flush-bytecode"],
  );
  const clients: WorkerProcess<ClientQuestion, number> = startWorker(
    new URL("./stream-clients.ts", import.meta.url),
  );
  try {
    const { urls } = await server.ask({});
    const url = urls[kind];
    const measureAt = async (streams: number): Promise<ServerAnswer> => {
      await clients.ask({ url, streams });
      const measured = await server.ask({});
      const open = await clients.ask({ url, streams: 0 });
      if (open !== streams) throw new Error(`${open} of ${streams} streams are open.`);
      return measured;
    };
    const before = await measureAt(warmUpStreams);
    const found: Found[] = [];
    for (const count of counts) {
      const { heap, resident } = await measureAt(count);
      const added = count - warmUpStreams;
      const heapPerStream = (heap - before.heap) / added;
      const residentPerStream = (resident - before.resident) / added;
      found.push({ kind, count, heapPerStream, residentPerStream, resident });
    }
    return found;
  } finally {
    await clients.stop();
    await server.stop();
  }
}

function rowOf(found: readonly Found[], kind: Kind, count: number): Row {
  const rounds = found.filter((one) => one.kind === kind && one.count === count);
  const perStream = rounds.map(({ residentPerStream }) => residentPerStream / bytesInKibibyte);
  const heap = rounds.map(({ heapPerStream }) => heapPerStream / bytesInKibibyte);
  return {
    name: `${kindNames[kind]}, ${count.toLocaleString("en-US")}`,
    cells: [
      figureText(median(heap)),
      figureText(median(perStream)),
      rangeText(perStream),
      figureText((median(perStream) * count) / bytesInKibibyte),
      figureText(median(rounds.map(({ resident }) => resident)) / bytesInMebibyte),
    ],
  };
}

function report(rows: readonly Row[], rounds: number): Report {
  const columns = [
    "open streams",
    "heap per stream, KiB",
    "resident per stream, KiB",
    "lowest to highest",
    "all streams, MiB",
    "the process, MiB",
  ];
  return {
    tables: [{ columns, rows }],
    settings: {
      load: "one Express process, and one turn whose model does not answer; another process opens the streams, each on its own connection without TLS",
      measured: `after garbage collection, as the growth since the first ${warmUpStreams} streams; the kernel's socket buffers are not included`,
      rounds: `${rounds}, each in new processes; a figure is the median`,
    },
  };
}
