import { readFile } from "node:fs/promises";
import type { Concept, Contestant } from "./contestant.ts";
import type { Fault } from "./fault.ts";
import { approvedControl } from "./injected/approval-faults.ts";
import { paymentControl } from "./injected/payment-faults.ts";
import { judge, type Outcome } from "./judge.ts";
import { type Markets, openMarkets } from "./markets.ts";
import { openStage } from "./stage.ts";
import type { CellRecord, TraceLine } from "./trace.ts";

/** How often a race has to be held. */
export const runsOfRace = 8;

interface JudgedCell {
  readonly outcome: Outcome;
  /** How often the fault was injected. The last run is the worst one. */
  readonly runs: number;
  readonly trace: readonly TraceLine[];
}

export type Cell =
  | JudgedCell
  | { readonly outcome: "cannot be expressed"; readonly reason: string };

export interface ComparedContestant {
  readonly contestant: Contestant;
  /** Of each package; null if it is not installed. */
  readonly versions: readonly (string | null)[];
  /** In the order of the faults; null if the contestant was not run. */
  readonly cells: readonly Cell[] | null;
}

export interface Comparison {
  readonly faults: readonly Fault[];
  readonly contestants: readonly ComparedContestant[];
}

/** Two, because a contestant mostly waits for the chain and for the start of its next process. */
const marketsAtOnce = 2;

/**
 * Runs each contestant through each fault, one cell after another on one chain. The outcomes are
 * counted and not timed, so that other contestants run on a second chain meanwhile.
 */
export async function compare(
  contestants: readonly Contestant[],
  faults: readonly Fault[],
  progress: (text: string) => void,
): Promise<Comparison> {
  const compared = contestants.map((): ComparedContestant | null => null);
  const left = contestants.entries();
  const runNext = async (): Promise<void> => {
    const markets = await openMarkets();
    try {
      for (const [index, contestant] of left) {
        compared[index] = await compareOne(contestant, faults, markets, progress);
      }
    } finally {
      await markets.close();
    }
  };
  const streams = Math.min(marketsAtOnce, contestants.length);
  const outcomes = await Promise.allSettled(Array.from({ length: streams }, runNext));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return { faults, contestants: compared.filter((one) => one !== null) };
}

async function compareOne(
  contestant: Contestant,
  faults: readonly Fault[],
  markets: Markets,
  progress: (text: string) => void,
): Promise<ComparedContestant> {
  const versions = await Promise.all(contestant.packages.map(installedVersion));
  const isInstalled = contestant.isOwn === true || !versions.includes(null);
  if (!isInstalled) progress(`${contestant.name}: not installed`);
  const cells = isInstalled ? await cellsOf(contestant, faults, markets, progress) : null;
  return { contestant, versions, cells };
}

async function cellsOf(
  contestant: Contestant,
  faults: readonly Fault[],
  markets: Markets,
  progress: (text: string) => void,
): Promise<readonly Cell[]> {
  const needed = new Set<Concept>(faults.map(({ needs }) => (needs === "cap" ? "payment" : needs)));
  for (const control of [paymentControl, approvedControl]) {
    if (!needed.has(control.needs) || contestant.lacks[control.needs] !== undefined) continue;
    const record = await recordOf(contestant, control, markets);
    const [purchase] = record.purchases;
    if (purchase?.payments.length === 1 && purchase.deliveries > 0) continue;
    const lines = record.trace.map(({ text }) => text).join("\n");
    throw new Error(`${contestant.name} does not buy without a fault:\n${lines}`);
  }
  const cells: Cell[] = [];
  for (const fault of faults) {
    const reason = contestant.lacks[fault.needs];
    if (reason !== undefined) {
      cells.push({ outcome: "cannot be expressed", reason });
      continue;
    }
    const cell = await worstOf(contestant, fault, markets);
    const runs = cell.runs === 1 ? "" : ` (run ${cell.runs})`;
    progress(`${contestant.name}, ${fault.name}: ${cell.outcome}${runs}`);
    cells.push(cell);
  }
  return cells;
}

/** A race that was held once may have been won by chance, so it is run again until it is lost. */
async function worstOf(
  contestant: Contestant,
  fault: Fault,
  markets: Markets,
): Promise<JudgedCell> {
  const most = fault.isRace === true ? runsOfRace : 1;
  for (let runs = 1; ; runs += 1) {
    const record = await recordOf(contestant, fault, markets);
    const outcome = judge(record);
    if (outcome !== "held" || runs === most) return { outcome, runs, trace: record.trace };
  }
}

async function recordOf(
  contestant: Contestant,
  fault: Fault,
  markets: Markets,
): Promise<CellRecord> {
  const stage = await openStage(contestant, markets);
  try {
    await fault.inject(stage);
    return await stage.record();
  } finally {
    await stage.close();
  }
}

/** The version that `peers` has, or the workspace. */
async function installedVersion(name: string): Promise<string | null> {
  for (const folder of ["./peers/node_modules/", "../node_modules/"]) {
    try {
      const path = new URL(`${folder}${name}/package.json`, import.meta.url);
      const { version } = JSON.parse(await readFile(path, "utf8")) as { readonly version: string };
      return version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return null;
}
