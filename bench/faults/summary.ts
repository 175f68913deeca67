import type { Cell, ComparedContestant, Comparison } from "./compare.ts";
import type { Concept } from "./contestant.ts";
import { outcomes } from "./judge.ts";

/** Every outcome of a cell, the best one last. */
export const cellOutcomes = [...outcomes, "cannot be expressed"] as const;
export type CellOutcome = (typeof cellOutcomes)[number];

/** The faults of each concept, under the heading of the table. */
export const groups: readonly { readonly needs: Concept; readonly title: string }[] = [
  { needs: "payment", title: "A payment" },
  { needs: "cap", title: "A cap of the day" },
  { needs: "approval", title: "A person's approval" },
];

export function countOf({ cells }: ComparedContestant, outcome: CellOutcome): number {
  return (cells ?? []).filter((cell) => cell.outcome === outcome).length;
}

/** The cells of one fault, with those that have them. */
export function rowOf(
  { contestants }: Comparison,
  at: number,
): readonly { readonly compared: ComparedContestant; readonly cell: Cell }[] {
  return contestants.flatMap((compared) => {
    const cell = compared.cells?.[at];
    return cell === undefined ? [] : [{ compared, cell }];
  });
}

/** `name 1.2.3`, without the names of our own packages, which have this checkout's. */
export function versionOf({ contestant, versions }: ComparedContestant): string {
  if (contestant.isOwn === true) return "this checkout";
  return contestant.packages
    .map((name, at) => `${name} ${versions[at] ?? "(not installed)"}`)
    .join(", ");
}
