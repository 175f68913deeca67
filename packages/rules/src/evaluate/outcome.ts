import type { Finding } from "./finding.ts";

/** The most decisive kind first. */
const outcomeKinds = [
  "denied",
  "limit",
  "duplicate",
  "requirement",
  "automaticLimit",
  "approved",
  "pass",
] as const;

/** How the finding of one rule enters an evaluation. */
export interface Outcome {
  readonly kind: (typeof outcomeKinds)[number];
  /** Creates the text, which few callers need for rules that were not decisive. */
  readonly finding: () => Finding;
}

/** Sorts outcomes by how decisive they are, and otherwise leaves them in order. */
export function decisiveFirst(outcomes: readonly Outcome[]): readonly Outcome[] {
  // Most spends have one at most.
  if (outcomes.length < 2) return outcomes;
  const rankOf = ({ kind }: Outcome): number => outcomeKinds.indexOf(kind);
  return outcomes.toSorted((left, right) => rankOf(left) - rankOf(right));
}
