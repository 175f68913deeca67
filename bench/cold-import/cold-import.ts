import { existsSync } from "node:fs";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { type Contestant, figures, interleave } from "../harness/interleave.ts";
import { figureText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { peerVersion, peersMissing } from "../peers/load-peer.ts";
import { firstRequests } from "./first-requests.ts";
import { millisecondsOfImport } from "./milliseconds-of-import.ts";

const core = new URL("../../packages/treasury-core/dist/index.js", import.meta.url);
const notBuilt = "build it by `npx -y pnpm@12 build`";
const requests = "first requests";
const peers = new URL("../peers/", import.meta.url);

/** An import target, or the reason why it is missing. */
interface Imported {
  readonly name: string;
  /** As written in a module of `from`. */
  readonly specifier: string;
  readonly from: URL;
  readonly notRun?: string;
}

/** Measures the import before a process can serve, and its first requests. */
export const coldImport: Bench = {
  name: "cold-import",
  summary: "the first import of the built core in a new process, and its first requests",
  run: async (context) => {
    const imported = await everything();
    const contestants = imported.filter(({ notRun }) => notRun === undefined).map(contestant);
    if (existsSync(core)) {
      contestants.push({ name: requests, round: async () => ({ ...(await firstRequests(core)) }) });
    }
    const { counted, warmUp } = paceOf(context);
    const { progress } = context;
    const samples = await interleave(contestants, { counted, warmUp, progress });
    const theirs = figures(samples, imported[1]?.name ?? "", "milliseconds");
    const rows = imported.map(({ name, notRun }): Row => {
      if (notRun !== undefined) return { name, notRun };
      const ours = figures(samples, name, "milliseconds");
      const ratio = theirs.length === 0 ? "–" : ratioText(medianRatio(ours, theirs));
      return { name, cells: [figureText(median(ours)), rangeText(ours), ratio] };
    });
    const requestRow = (name: string, call: "read" | "spend"): Row => {
      const [wall, cpu] = [`${call}Ms`, `${call}CpuMs`].map((of) => figures(samples, requests, of));
      if (wall === undefined || cpu === undefined || wall.length === 0) {
        return { name, notRun: notBuilt };
      }
      return { name, cells: [figureText(median(wall)), rangeText(wall), figureText(median(cpu))] };
    };
    return {
      tables: [
        { columns: ["", "ms", "lowest to highest round", "to better-auth"], rows },
        {
          columns: ["Since the start of the process", "ms", "lowest to highest round", "CPU ms"],
          rows: [
            requestRow("a treasury with storage in memory answers its first read", "read"),
            requestRow("then it makes its first spend", "spend"),
          ],
        },
      ],
      settings: {
        load: "one import with its dependencies, or one treasury, in a new Node process",
        rounds: `${counted}, after ${warmUp} that load the files into memory and do not count`,
      },
    };
  },
};

async function everything(): Promise<readonly Imported[]> {
  const version = await peerVersion("better-auth");
  const isBuilt = existsSync(core);
  return [
    {
      name: "treasury-core",
      specifier: core.href,
      from: core,
      ...(!isBuilt && { notRun: notBuilt }),
    },
    {
      name: `better-auth${version === null ? "" : ` ${version}`}`,
      specifier: "better-auth",
      from: peers,
      ...(version === null && { notRun: peersMissing }),
    },
    {
      name: "zod alone, which both include",
      specifier: "zod",
      from: new URL("../", import.meta.url),
    },
  ];
}

function contestant({ name, specifier, from }: Imported): Contestant {
  return {
    name,
    round: async () => ({ milliseconds: await millisecondsOfImport(specifier, from) }),
  };
}

function paceOf({ size }: BenchContext): { counted: number; warmUp: number } {
  return size === "tiny" ? { counted: 1, warmUp: 0 } : { counted: 11, warmUp: 2 };
}
