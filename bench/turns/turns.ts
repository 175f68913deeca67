import type { Bench, BenchContext } from "../harness/bench.ts";
import { type Contestant, type Samples, figures, interleave } from "../harness/interleave.ts";
import { figureText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Report, Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { peerVersion, peersMissing } from "../peers/load-peer.ts";
import { type WorkerProcess, startWorker } from "../processes/worker-process.ts";
import { turnContestants } from "./turn-contestants.ts";
import { stepsOfLookingUp } from "./turn-script.ts";
import type { TurnContestant } from "./turn-system.ts";
import type { TurnFigures, TurnQuestion } from "./turn-worker.ts";

type TurnWorker = WorkerProcess<TurnQuestion, TurnFigures>;

/** A contestant in its own process. */
interface Running {
  readonly contestant: TurnContestant;
  readonly worker: TurnWorker;
}

interface Pace {
  readonly rounds: number;
  /** The share of a full round. */
  readonly share: number;
  /** Flows before each memory measurement, and as many turns of ten steps. */
  readonly keepers: number;
  /** The number of memory measurements. */
  readonly looks: number;
}

/** The cost of an agent's turn apart from its model, against the AI SDK. */
export const turns: Bench = {
  name: "turns",
  summary: "an agent's turn that waits for approval, and one of ten steps, against the AI SDK",
  run: async (context) => {
    const versions = new Map<string, string | null>();
    const running: Running[] = [];
    try {
      for (const contestant of turnContestants) {
        const version = contestant.packageName && (await peerVersion(contestant.packageName));
        versions.set(contestant.key, version);
        if (contestant.packageName === null || version !== null) running.push(start(contestant));
      }
      await Promise.all(running.map(open));
      const pace = paceOf(context);
      const samples = await interleave(
        running.map((one) => roundsOf(one, pace)),
        { counted: pace.rounds, warmUp: 2, progress: context.progress },
      );
      const kept = new Map<string, readonly TurnFigures[]>();
      // Memory, so that it does not matter how busy the machine is.
      await Promise.all(
        running.map(async ({ contestant, worker }) => {
          const flows = { flows: pace.keepers, turns: pace.keepers };
          // Fills bounded caches, which are not counted.
          await worker.ask({ kind: "kept", ...flows });
          const asked: TurnFigures[] = [];
          while (asked.length < pace.looks) {
            asked.push(await worker.ask({ kind: "kept", ...flows }));
          }
          kept.set(contestant.key, asked);
        }),
      );
      return report(samples, kept, versions, pace);
    } finally {
      for (const { worker } of running) await worker.stop();
    }
  },
};

function paceOf({ size }: BenchContext): Pace {
  return size === "tiny"
    ? { rounds: 1, share: 0.01, keepers: 1, looks: 1 }
    : { rounds: 7, share: 1, keepers: 200, looks: 3 };
}

function start(contestant: TurnContestant): Running {
  const module = new URL("./turn-worker.ts", import.meta.url);
  return { contestant, worker: startWorker(module, ["--expose-gc"]) };
}

async function open({ contestant, worker }: Running): Promise<void> {
  const { isThere } = await worker.ask({ kind: "open", key: contestant.key });
  if (!isThere) throw new Error(`${contestant.name} is only partly installed: ${peersMissing}.`);
}

function roundsOf({ contestant, worker }: Running, { share }: Pace): Contestant {
  const flows = Math.max(1, Math.round(contestant.flowsInRound * share));
  const question = { kind: "round", flows, turns: Math.ceil(flows / 2) } as const;
  return {
    name: contestant.key,
    round: async () => {
      const { flowMicroseconds, turnMicroseconds } = await worker.ask(question);
      return { flow: flowMicroseconds, turn: turnMicroseconds };
    },
  };
}

function report(
  samples: Samples,
  kept: ReadonlyMap<string, readonly TurnFigures[]>,
  versions: ReadonlyMap<string, string | null>,
  { rounds }: Pace,
): Report {
  const ours = turnContestants[0]?.key ?? "";
  const rows = turnContestants.map(({ key, name, packageName }): Row => {
    const version = versions.get(key) ?? null;
    if (packageName !== null && version === null) return { name, notRun: peersMissing };
    const cellsOf = (figure: string): string[] => {
      const own = figures(samples, key, figure);
      const ratio = key === ours ? "" : ratioText(medianRatio(own, figures(samples, ours, figure)));
      return [`${figureText(median(own))} µs`, rangeText(own), ratio];
    };
    const looks = kept.get(key) ?? [];
    const left = [
      median(looks.map(({ flowBytesKept }) => flowBytesKept)),
      median(looks.map(({ turnBytesKept }) => turnBytesKept)),
    ].map(figureText);
    const title = version === null ? name : `${name} ${version}`;
    return { name: title, cells: [...cellsOf("flow"), ...cellsOf("turn"), left.join(" / ")] };
  });
  const range = "lowest to highest";
  return {
    tables: [
      {
        columns: [
          "",
          "waits for approval",
          range,
          "to ours",
          `${stepsOfLookingUp} steps`,
          range,
          "to ours",
          "bytes retained after each",
        ],
        rows,
      },
    ],
    settings: {
      load: "one turn after another in its own process; the model is a function in it that answers at once, and the tool runs are counted",
      rounds: `${rounds} of 50 to 400 flows and half as many turns, after two that do not count`,
      "to ours": "the time relative to Agent Treasury in memory",
      ai: "writes no record; a turn of the treasury that waits makes ten durable writes, six commits and four appends to its log: the message, the model's answers, the calls and their results, the turn's lease, the proposal, the decision and the ledger entry",
      "bytes retained":
        "heap growth per flow and per turn after garbage collection; in memory this is the treasury's storage: the ledger, the proposals, the turns' records; on SQLite a process caches the state of the 10,000 workspaces that it used last, so that a new workspace adds to it up to that number",
    },
  };
}
