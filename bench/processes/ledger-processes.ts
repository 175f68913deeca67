import { type DatabaseMonitor, openMonitor } from "../database/database-monitor.ts";
import type { Database } from "../database/database.ts";
import { startDatabase } from "../database/start-database.ts";
import type { Bench, BenchContext } from "../harness/bench.ts";
import type { CallFigures } from "../harness/call-in-parallel.ts";
import {
  type Contestant,
  type Sample,
  type Samples,
  figures,
  interleave,
} from "../harness/interleave.ts";
import { figureText, millisecondsText, ratioText } from "../harness/number-text.ts";
import type { Report, Table } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { paceOf } from "../ledger/compare-ledgers.ts";
import { installNaive } from "../ledger/naive/naive-schema.ts";
import { type DelayingProxy, delayingProxy, roundTripTimes } from "./delaying-proxy.ts";
import type { OpenQuestion, SpendingQuestion } from "./spending-worker.ts";
import { type WorkerProcess, startWorker } from "./worker-process.ts";

type Worker = WorkerProcess<SpendingQuestion, CallFigures | null>;
type Kind = OpenQuestion["ledger"];

const callers = 32;
const delayMs = 1;
const kindNames = {
  treasury: "**Agent Treasury**",
  previous: "Agent Treasury at the previous commit",
  interactive: "a transaction under a row lock",
};

function kindsOf({ previousPath }: BenchContext): readonly Kind[] {
  return previousPath === undefined
    ? ["treasury", "interactive"]
    : ["treasury", "previous", "interactive"];
}

/** Processes on one workspace; the last one may be farther from the database. */
interface Field {
  readonly processes: number;
  readonly lastIsFar: boolean;
}

function fieldsOf({ size }: BenchContext): readonly Field[] {
  if (size === "tiny") return [{ processes: 2, lastIsFar: true }];
  return [
    { processes: 2, lastIsFar: false },
    { processes: 4, lastIsFar: false },
    { processes: 4, lastIsFar: true },
  ];
}

/** Measures processes that share only the database. */
export const ledgerProcesses: Bench = {
  name: "ledger-processes",
  summary: "two and four processes on one hot workspace, 32 callers each",
  comparesPrevious: true,
  run: async (context) => {
    const database = await startDatabase(context);
    const monitor = openMonitor(database);
    const proxy = await delayingProxy(database.url, delayMs);
    try {
      return await measure(context, { database, monitor, proxy });
    } finally {
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
}

async function measure(context: BenchContext, stage: Stage): Promise<Report> {
  const { rounds, seconds } = paceOf(context);
  const connections = await bestConnections(context, stage);
  const tables: Table[] = [];
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
      tables.push(tableOf(kindsOf(context), field, samples));
    } finally {
      await Promise.all(sides.map(({ close }) => close()));
    }
  }
  return {
    tables,
    settings: {
      load: `one workspace, ${callers} callers in each process`,
      rounds: `${rounds} of ${seconds} s each, after one that does not count, with a checkpoint before every turn`,
      connections: `Agent Treasury its default of 10 in each process; the transactions ${connections} in each, the best of 1, 2, 4 and 8 with four processes`,
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
  const workers: Worker[] = [];
  for (let index = 0; index < field.processes; index += 1) {
    const worker: Worker = startWorker(new URL("./spending-worker.ts", import.meta.url));
    workers.push(worker);
    const isFar = field.lastIsFar && index === field.processes - 1;
    await worker.ask({
      ledger: kind,
      ...(kind === "previous" && previousPath !== undefined && { checkout: previousPath }),
      url: isFar ? stage.proxy.url : stage.database.url,
      schema: kind,
      connections: kind === "interactive" ? connections : 10,
    });
  }
  let answered = 0;
  return {
    turn: {
      name: kind,
      round: async () => {
        const answers = await Promise.all(
          workers.map((worker) => worker.ask({ callers, seconds })),
        );
        const all = answers.filter((answer) => answer !== null);
        answered += all.reduce((sum, one) => sum + one.answered, 0);
        return sampleOf(all);
      },
    },
    check: async () => {
      const count = await recorded();
      if (count === answered) return;
      throw new Error(`${kind} answered ${answered} spends and recorded ${count}.`);
    },
    close: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  };
}

async function install(kind: Kind, { database, monitor }: Stage): Promise<() => Promise<number>> {
  if (kind === "interactive") {
    return await installNaive({ database, monitor, load: { workspaces: 1, callers } }, kind);
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
  return {
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
    worstToBest: worst / best,
    ...Object.fromEntries(each),
  };
}

function tableOf(kinds: readonly Kind[], field: Field, samples: Samples): Table {
  const figure = (kind: Kind, name: string): number => median(figures(samples, kind, name));
  const total = (kind: Kind): number[] => figures(samples, kind, "perSecond");
  const rows = kinds.flatMap((kind) => [
    {
      name: `${kindNames[kind]}, all of them`,
      cells: [
        figureText(figure(kind, "perSecond")),
        "",
        "",
        ratioText(figure(kind, "worstToBest")),
        kind === "treasury" ? "" : ratioText(medianRatio(total("treasury"), total(kind))),
      ],
    },
    ...Array.from({ length: field.processes }, (_, index) => ({
      name: `process ${index + 1}${field.lastIsFar && index === field.processes - 1 ? ", far" : ""}`,
      cells: [
        figureText(figure(kind, `perSecond ${index}`)),
        millisecondsText(figure(kind, `p50Ms ${index}`)),
        millisecondsText(figure(kind, `p99Ms ${index}`)),
        "",
        "",
      ],
    })),
  ]);
  const columns = ["spends a second", "p50", "p99", "worst p99 to best", "ours to this one"];
  return { columns: [fieldName(field), ...columns], rows };
}

function fieldName({ processes, lastIsFar }: Field): string {
  return `${processes} processes${lastIsFar ? `, one of them ${delayMs} ms further away` : ""}`;
}

/** The pool size with which four processes of transactions together are fastest. */
async function bestConnections(context: BenchContext, stage: Stage): Promise<number> {
  const { tuneSeconds } = paceOf(context);
  if (tuneSeconds === 0) return 4;
  let best = { connections: 1, perSecond: 0 };
  for (const connections of [1, 2, 4, 8]) {
    const field = { processes: 4, lastIsFar: false };
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
