import type { Finding } from "./finding.ts";

/** The most decisive kind first. */
export const outcomeKinds = [
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
