import { type DatabaseMonitor, openMonitor } from "../database/database-monitor.ts";
import type { Database } from "../database/database.ts";
import { startDatabase } from "../database/start-database.ts";
import type { Bench, BenchContext } from "../harness/bench.ts";
import type { CallFigures } from "../harness/call-in-parallel.ts";
import { type Contestant, type Sample, interleave } from "../harness/interleave.ts";
import type { Report, Row, Table } from "../harness/report.ts";
import { median } from "../harness/statistics.ts";
import { paceOf } from "../ledger/compare-ledgers.ts";
import { installNaive } from "../ledger/naive/naive-schema.ts";
import { type DelayingProxy, delayingProxy, roundTripTimes } from "./delaying-proxy.ts";
import {
  columnsAlone,
  delayMs,
  type Field,
  fieldName,
  type Kind,
  rowsAlone,
  tableOf,
} from "./process-tables.ts";
import type { SpendingQuestion } from "./spending-worker.ts";
import { type WorkerProcess, startWorker } from "./worker-process.ts";

type Worker = WorkerProcess<SpendingQuestion, readonly CallFigures[]>;

const manyCallers = 32;
/** More processes than these would measure the memory of the machine. */
const workersAtMost = 16;

function kindsOf({ previousPath }: BenchContext): readonly Kind[] {
  return previousPath === undefined
    ? ["treasury", "interactive"]
    : ["treasury", "previous", "interactive"];
}

function alone(processes: number): Field {
  return { processes, lastIsFar: false, callers: 1 };
}

function fieldsOf({ size }: BenchContext): readonly Field[] {
  if (size === "tiny") return [{ processes: 2, lastIsFar: true, callers: manyCallers }, alone(2)];
  return [
    { processes: 2, lastIsFar: false, callers: manyCallers },
    { processes: 4, lastIsFar: false, callers: manyCallers },
    { processes: 4, lastIsFar: true, callers: manyCallers },
    alone(2),
    alone(4),
    alone(16),
    alone(64),
  ];
}

/** Measures processes that share only the database. */
export const ledgerProcesses: Bench = {
  name: "ledger-processes",
  summary: "two and four processes on one hot workspace, and up to 64 with one caller each",
  comparesPrevious: true,
  run: async (context) => {
    const database = await startDatabase(context);
    const monitor = openMonitor(database);
    const proxy = await delayingProxy(database.url, delayMs);
    const workers = new Map<Kind, Worker[]>(kindsOf(context).map((kind) => [kind, []]));
    try {
      return await measure(context, { database, monitor, proxy, workers });
    } finally {
      await Promise.all([...workers.values()].flat().map((worker) => worker.stop()));
      await proxy.close();
      await monitor.close();
      await database.close();
    }
  },
};

interface Stage {
  readonly database: Database;
  readonly monitor: DatabaseMonitor;
  readonly proxy: DelayingProxy;
  /** Started for the first field that needs them, because a start takes a second of CPU time. */
  readonly workers: ReadonlyMap<Kind, Worker[]>;
}

async function measure(context: BenchContext, stage: Stage): Promise<Report> {
  const { rounds, seconds } = paceOf(context);
  const connections = await bestConnections(context, stage);
  const tables: Table[] = [];
  const rowsOfOneCaller: Row[] = [];
  for (const field of fieldsOf(context)) {
    const sides: Side[] = [];
    try {
      for (const kind of kindsOf(context))
        sides.push(await openSide(kind, field, stage, connections, seconds, context.previousPath));
      const samples = await interleave(
        sides.map(({ turn }) => turn),
        {
          counted: rounds,
          warmUp: 1,
          settle: () => stage.monitor.settle(),
          progress: (text) => context.progress(`${fieldName(field)}  ${text}`),
        },
      );
      for (const { check } of sides) await check();
      if (field.callers === 1) rowsOfOneCaller.push(...rowsAlone(kindsOf(context), field, samples));
      else tables.push(tableOf(kindsOf(context), field, samples));
    } finally {
      await Promise.all(sides.map(({ close }) => close()));
    }
  }
  tables.push({ columns: ["one caller in each process", ...columnsAlone], rows: rowsOfOneCaller });
  return {
    tables,
    settings: {
      load: `one workspace, ${manyCallers} callers in each process, and one in the last table`,
      "64 processes": `64 ledgers with own connections, in ${workersAtMost} processes`,
      rounds: `${rounds} of ${seconds} s each, after one that does not count, with a checkpoint before every turn`,
      connections: `Agent Treasury its default of 10 in each process; the transactions ${connections} in each, the best of 1, 2, 4 and 8 with four processes; with one caller, both have one`,
      "the far process": `its statements arrive ${delayMs} ms later, subject to Node's timer: a round trip through the proxy takes ${await roundTripTimes(stage.proxy.url, stage.database.url)}`,
      server: await stage.monitor.describe(),
    },
  };
}

interface Side {
  readonly turn: Contestant;
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Installs a new ledger and opens it in each process. */
async function openSide(
  kind: Kind,
  field: Field,
  stage: Stage,
  connections: number,
  seconds: number,
  previousPath?: string,
): Promise<Side> {
  const recorded = await install(kind, stage);
  const { callers, processes, lastIsFar } = field;
  const workersHere = Math.min(processes, workersAtMost);
  const workers = workersOf(kind, workersHere, stage);
  const open = async (ledgers: number): Promise<void> => {
    const many = kind === "interactive" ? connections : 10;
    const question = {
      ledger: kind,
      ...(kind === "previous" && previousPath !== undefined && { checkout: previousPath }),
      schema: kind,
      connections: callers === 1 ? 1 : many,
      ledgers,
    };
    const asked = workers.map((worker, index) => {
      const isFar = lastIsFar && index === workersHere - 1;
      return worker.ask({ ...question, url: isFar ? stage.proxy.url : stage.database.url });
    });
    await Promise.all(asked);
  };
  await open(processes / workersHere);
  let answered = 0;
  return {
    turn: {
      name: kind,
      round: async () => {
        const answers = await Promise.all(
          workers.map((worker) => worker.ask({ callers, seconds })),
        );
        const all = answers.flat();
        answered += all.reduce((sum, one) => sum + one.answered, 0);
        return sampleOf(all);
      },
    },
    check: async () => {
      const count = await recorded();
      if (count === answered) return;
      throw new Error(`${kind} answered ${answered} spends and recorded ${count}.`);
    },
    close: () => open(0),
  };
}

function workersOf(kind: Kind, count: number, stage: Stage): readonly Worker[] {
  const started = stage.workers.get(kind) ?? [];
  while (started.length < count) {
    started.push(startWorker(new URL("./spending-worker.ts", import.meta.url)));
  }
  return started.slice(0, count);
}

async function install(kind: Kind, { database, monitor }: Stage): Promise<() => Promise<number>> {
  if (kind === "interactive") {
    return await installNaive(
      { database, monitor, load: { workspaces: 1, callers: manyCallers } },
      kind,
    );
  }
  await monitor.freshSchema(kind);
  return () => monitor.number(`SELECT count(*) FROM ${kind}.entries`);
}

/** All processes together, and each by its number. */
function sampleOf(all: readonly CallFigures[]): Sample {
  const each = all.flatMap(({ perSecond, p50Ms, p99Ms }, index) => [
    [`perSecond ${index}`, perSecond],
    [`p50Ms ${index}`, p50Ms],
    [`p99Ms ${index}`, p99Ms],
  ]);
  const worst = Math.max(...all.map(({ p99Ms }) => p99Ms));
  const best = Math.min(...all.map(({ p99Ms }) => p99Ms));
  const spends = all.map(({ answered }) => answered);
  return {
    fewest: Math.min(...spends),
    most: Math.max(...spends),
    p50Ms: median(all.map(({ p50Ms }) => p50Ms)),
    worstP99Ms: worst,
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
    worstToBest: worst / best,
    ...Object.fromEntries(each),
  };
}

/** The pool size with which four processes of transactions together are fastest. */
async function bestConnections(context: BenchContext, stage: Stage): Promise<number> {
  const { tuneSeconds } = paceOf(context);
  if (tuneSeconds === 0) return 4;
  let best = { connections: 1, perSecond: 0 };
  for (const connections of [1, 2, 4, 8]) {
    const field = { processes: 4, lastIsFar: false, callers: manyCallers };
    const side = await openSide("interactive", field, stage, connections, tuneSeconds);
    try {
      await side.turn.round();
      const { perSecond = 0 } = await side.turn.round();
      if (perSecond > best.perSecond) best = { connections, perSecond };
    } finally {
      await side.close();
    }
  }
  return best.connections;
}
