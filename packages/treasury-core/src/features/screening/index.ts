import type { Feature } from "../../kernel/feature.ts";
import { judgeGuard, silenceGuard } from "./judge-guards.ts";
import { opinionPreparation } from "./opinion-on.ts";
import { type ScreeningTerms, screeningTerm } from "./screening-terms.ts";
import { textGuard } from "./text-guard.ts";

export { classifierOf } from "./classifier-of.ts";
export type { ScreeningTerms } from "./screening-terms.ts";

/** The screening rules, and the safety classifier. */
export function screeningFeature(terms: ScreeningTerms): Feature {
  const { classifier } = terms;
  return {
    name: "screening",
    requires: ["payees", "rules", "standing-approvals"],
    terms: [screeningTerm.with(terms)],
    preparation: opinionPreparation,
    guards: [textGuard, judgeGuard, silenceGuard],
    ...(classifier !== null && {
      stateOf: (workspaceId) => ({
        judge: classifier.breakers.isPaused(workspaceId) ? "paused" : "active",
        judgeOnSilence: classifier.onSilence,
      }),
    }),
  };
}
