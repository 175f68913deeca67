import { existsSync } from "node:fs";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { type Contestant, figures, interleave } from "../harness/interleave.ts";
import { figureText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { peerVersion, peersMissing } from "../peers/load-peer.ts";
import { millisecondsOfImport } from "./milliseconds-of-import.ts";

const core = new URL("../../packages/treasury-core/dist/index.js", import.meta.url);
const peers = new URL("../peers/", import.meta.url);

/** An import target, or the reason why it is missing. */
interface Imported {
  readonly name: string;
  /** As written in a module of `from`. */
  readonly specifier: string;
  readonly from: URL;
  readonly notRun?: string;
}

/** Measures the import before a process can serve. */
export const coldImport: Bench = {
  name: "cold-import",
  summary: "the first import of the built core in a new process, against better-auth",
  run: async (context) => {
    const imported = await everything();
    const contestants = imported.filter(({ notRun }) => notRun === undefined).map(contestant);
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
    return {
      tables: [{ columns: ["", "ms", "lowest to highest round", "to better-auth"], rows }],
      settings: {
        load: "one import with its dependencies, in a new Node process",
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
      ...(!isBuilt && { notRun: "build it by `npx -y pnpm@12 build`" }),
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
  return size === "tiny" ? { counted: 1, warmUp: 0 } : { counted: 21, warmUp: 2 };
}
