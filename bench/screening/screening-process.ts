import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "../harness/statistics.ts";
import { type ScreenedSpend, longSpends } from "./long-texts.ts";

/** Screens in its own process. The arguments are the checkout and the size of the run. */
const [, , checkout = "", size = "full"] = process.argv;
/** Screening in this checkout and in version 0.1. */
const screeningModules = [
  ["packages/screening/src/screening-rules.ts", "screeningRules"],
  ["packages/treasury-core/src/treasury/safety-gate/safety-gate.ts", "safetyGate"],
] as const;
const batches = 5;
const spendsInBatch = size === "tiny" ? 50 : 5_000;
const textsOfEachKind = size === "tiny" ? 1 : 2;
const warmScreenings = 5;

interface Screening {
  screen(spend: ScreenedSpend): { readonly verdict: "safe" | "review" | "blocked" };
}

interface TableRow {
  readonly prohibited: boolean;
  readonly spend: ScreenedSpend;
}

async function screeningOf(root: string): Promise<() => Screening> {
  for (const [file, name] of screeningModules) {
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const module = (await import(pathToFileURL(path).href)) as Record<string, () => Screening>;
    const create = module[name];
    if (create !== undefined) return create;
  }
  throw new Error(`${root} contains no screening rules.`);
}

const screeningRules = await screeningOf(checkout);
// Both versions screen the rows and the texts of this one.
const { purchaseTable } = (await import(
  new URL("../../packages/screening/src/table/purchase-table.fixture.ts", import.meta.url).href
)) as { readonly purchaseTable: readonly TableRow[] };
const ordinaryRows = purchaseTable.filter((row) => !row.prohibited).map(({ spend }) => spend);
const ordinarySpends = Array.from({ length: 2_000 }, (_, index): ScreenedSpend => ({
  vendor: "Example Cloud",
  purpose: `An hour of a small machine for job ${(index * 2_654_435_761) % 2 ** 32}`,
  category: "hosting",
}));

const neverWoken = new Int32Array(new SharedArrayBuffer(4));

/**
 * CPU time of this thread in milliseconds. Linux updates it when a thread waits, otherwise every 4
 * ms.
 */
function threadCpuMs(): number {
  Atomics.wait(neverWoken, 0, 0, 1);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function cpuMs(work: () => void): number {
  const before = threadCpuMs();
  work();
  return threadCpuMs() - before;
}

/** The median batch, in microseconds per spend. */
function microsecondsEach(spends: readonly ScreenedSpend[]): number {
  const batch = (): void => {
    for (let index = 0; index < spendsInBatch; index += 1) {
      const spend = spends[index % spends.length];
      if (spend !== undefined) screening.screen(spend);
    }
  };
  batch();
  const taken = Array.from({ length: batches }, () => cpuMs(batch));
  return (median(taken) * 1_000) / spendsInBatch;
}

// Includes the creation, because a version may compile its terms then or at the first spend.
const firstSpendMs = cpuMs(() =>
  ordinarySpends.slice(0, 1).map((spend) => screeningRules().screen(spend)),
);

const screening = screeningRules();
const isSafe = (spend: ScreenedSpend): boolean => screening.screen(spend).verdict === "safe";
// Disguised terms, the third kind: most of their terms are compiled here, in code that is not yet
// optimised.
const disguised = longSpends(1).slice(2, 3);
const firstLongMs = cpuMs(() => disguised.every(isSafe));

if (!ordinarySpends.every(isSafe)) throw new Error("An ordinary spend is not safe.");
const ordinaryMicroseconds = microsecondsEach(ordinarySpends);
const tableMicroseconds = microsecondsEach(ordinaryRows);

const long = longSpends(textsOfEachKind).map((spend) => {
  const screen = (): unknown => screening.screen(spend);
  const firstMs = cpuMs(screen);
  return { firstMs, warmMs: median(Array.from({ length: warmScreenings }, () => cpuMs(screen))) };
});

process.send?.({
  ordinaryMicroseconds,
  tableMicroseconds,
  longWarmMs: Math.max(...long.map(({ warmMs }) => warmMs)),
  longFirstMs: Math.max(...long.map(({ firstMs }) => firstMs)),
  firstSpendMs,
  firstLongMs,
});
