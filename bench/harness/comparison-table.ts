import { type Samples, figures } from "./interleave.ts";
import { figureText, millisecondsText, rangeText, ratioText } from "./number-text.ts";
import type { Row, Table } from "./report.ts";
import { median, medianRatio } from "./statistics.ts";

/** A contestant's row, or the reason why it did not run. */
export interface TableEntry {
  readonly name: string;
  readonly notRun?: string;
}

/**
 * Compares the contestants' `perSecond`, `p50Ms` and `p99Ms`: medians of the rounds, and the ratio
 * of the first to each other one. Samples without latencies have empty cells.
 */
export function comparisonTable(
  entries: readonly TableEntry[],
  samples: Samples,
  unit: string,
): Table {
  const reference = figures(samples, entries[0]?.name ?? "", "perSecond");
  return {
    columns: ["", unit, "lowest to highest round", "p50", "p99", "ours to this one"],
    rows: entries.map((entry, index): Row => {
      const { name, notRun } = entry;
      if (notRun !== undefined) return { name, notRun };
      const perSecond = figures(samples, name, "perSecond");
      const latency = (figure: string): string => {
        const value = median(figures(samples, name, figure));
        return Number.isNaN(value) ? "–" : millisecondsText(value);
      };
      const ratio = index === 0 ? "" : ratioText(medianRatio(reference, perSecond));
      const cells = [figureText(median(perSecond)), rangeText(perSecond)];
      return { name, cells: [...cells, latency("p50Ms"), latency("p99Ms"), ratio] };
    }),
  };
}
