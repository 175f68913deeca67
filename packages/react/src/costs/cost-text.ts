import type { CostRow, Costs } from "@agent-treasury/sdk-client";
import { csvText } from "../format/csv.ts";
import { agentIdText } from "../inbox/proposer-text.ts";

export const groupings: readonly (readonly [by: Costs["by"], label: string])[] = [
  ["agent", "Agent"],
  ["turn", "Turn"],
  ["meter", "Model or payee"],
  ["category", "Category"],
  ["day", "Day"],
];

/** Returns what a row is about. */
export function costLabel(by: Costs["by"], { key }: Pick<CostRow, "key">): string {
  if (key === null) return by === "turn" ? "Outside of turns" : "Others";
  if (by === "agent") return agentIdText(key);
  if (by !== "day") return key;
  const options = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Date(`${key}T00:00:00Z`).toLocaleDateString("en-GB", options);
}

/** Returns the numbers behind a row: "2 spends, 31 charges". */
export function costCounts({ spends, charges }: CostRow): string {
  const counts = [counted(spends, "spend"), ...(charges === 0 ? [] : [counted(charges, "charge")])];
  return counts.join(", ");
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns rows in the order to show: days from the newest, others from the largest. */
export function costRows({ by, rows }: Costs): readonly CostRow[] {
  if (by !== "day") return rows;
  return rows.toSorted((left, right) => ((left.key ?? "") < (right.key ?? "") ? 1 : -1));
}

export function costsCsv({ by, rows }: Costs): string {
  const lines = rows.map(({ key, amountUsd, chargedUsd, spends, charges }) => {
    return [key, amountUsd, chargedUsd, spends, charges];
  });
  return csvText([[by, "amountUsd", "chargedUsd", "spends", "charges"], ...lines]);
}
