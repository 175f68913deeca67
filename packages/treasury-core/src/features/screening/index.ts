import type { Feature } from "../../kernel/feature.ts";
import { judgeGuard, silenceGuard } from "./judge-guards.ts";
import { opinionPreparation } from "./opinion-on.ts";
import { type ScreeningTerms, screeningTerm } from "./screening-terms.ts";
import { textGuard } from "./text-guard.ts";

export { judgeOf, screeningRulesOf } from "./screening-options.ts";
export type { ScreeningTerms } from "./screening-terms.ts";

/** The screening rules, and the judge. */
export function screeningFeature(terms: ScreeningTerms): Feature {
  const { judge } = terms;
  return {
    name: "screening",
    requires: ["payees", "rules", "standing-approvals"],
    terms: [screeningTerm.with(terms)],
    preparation: opinionPreparation,
    guards: [textGuard, judgeGuard, silenceGuard],
    ...(judge !== null && {
      stateOf: (workspaceId) => ({
        judge: judge.breakers.isPaused(workspaceId) ? "paused" : "active",
        judgeOnSilence: judge.onSilence,
      }),
    }),
  };
}
