import type { TreasuryAccess } from "@agent-treasury/tools";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { type Contestant, figures, interleave } from "../harness/interleave.ts";
import { millisecondsText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import type { MeasuredFramework, ProposingAgent } from "./measured-framework.ts";
import { openAccesses, type TreasuryAccesses } from "./treasury-accesses.ts";

/** Imported by a run only, because it takes seconds. */
async function measuredFrameworks(): Promise<readonly MeasuredFramework[]> {
  const { aiSdk } = await import("./ai-sdk.ts");
  const { openaiAgents } = await import("./openai-agents.ts");
  const { mastra } = await import("./mastra.ts");
  const { langGraph } = await import("./langgraph.ts");
  return [aiSdk, openaiAgents, mastra, langGraph];
}

interface Size {
  readonly rounds: number;
  /** Below the maximum of pending spends in a workspace. */
  readonly runs: number;
}

function sizeOf({ size }: BenchContext): Size {
  return size === "tiny" ? { rounds: 1, runs: 3 } : { rounds: 7, runs: 40 };
}

/** Measures what a proposal costs an agent, beside the framework's own approval step. */
export const frameworks: Bench = {
  name: "frameworks",
  summary: "a proposal of an agent framework, beside the framework's own approval step",
  run: async (context) => {
    const size = sizeOf(context);
    const accesses = await openAccesses();
    try {
      const rows: Row[] = [];
      for (const framework of await measuredFrameworks()) {
        rows.push(...(await compare(framework, accesses, size, context)));
      }
      return {
        tables: [{ columns: ["", "a run", "lowest to highest round", "to its own step"], rows }],
        settings: {
          load: "one run after another, each until it stops for approval; a scripted model; stored runs of Mastra and LangGraph in memory",
          treasury: "SQLite, in the same process; over HTTP through Express, with a credential",
          rounds: `${size.rounds} of ${size.runs} runs, after 2 that do not count`,
        },
      };
    } finally {
      await accesses.close();
    }
  },
};

async function compare(
  framework: MeasuredFramework,
  accesses: TreasuryAccesses,
  { rounds, runs }: Size,
  { progress }: BenchContext,
): Promise<Row[]> {
  const own = `${framework.name}: its own approval step`;
  let opened = 0;
  const proposing =
    (open: (workspaceId: string) => TreasuryAccess | Promise<TreasuryAccess>) => async () => {
      opened += 1;
      const workspaceId = `${framework.name.replaceAll(" ", "-")}-${opened}`;
      const access = await open(workspaceId);
      const sample = await timed(runs, framework.withTreasury(access));
      const waiting = await accesses.waiting(workspaceId);
      if (waiting === runs) return sample;
      throw new Error(`${waiting} of ${runs} proposals wait in ${workspaceId}.`);
    };
  const contestants: readonly Contestant[] = [
    { name: own, round: () => timed(runs, framework.own()) },
    { name: `${framework.name}: in process`, round: proposing(accesses.inProcess) },
    { name: `${framework.name}: over HTTP`, round: proposing(accesses.overHttp) },
  ];
  const samples = await interleave(contestants, { counted: rounds, warmUp: 2, progress });
  const reference = figures(samples, own, "ms");
  return contestants.map(({ name }): Row => {
    const ms = figures(samples, name, "ms");
    const cells = [
      millisecondsText(median(ms)),
      rangeText(ms),
      ratioText(medianRatio(ms, reference)),
    ];
    return { name, cells };
  });
}

/** The median run of a round. */
async function timed(runs: number, run: ProposingAgent) {
  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const start = performance.now();
    await run(`An hour of a small machine for job ${index}`);
    times.push(performance.now() - start);
  }
  return { ms: median(times) };
}
