import type { SpendGuard } from "../../kernel/judgement/spend-guard.ts";
import { silenceFindings } from "./silence-findings.ts";
import { needsPerson, type Opinion, tightenScreening } from "./tighten-screening.ts";

interface JudgedByModel {
  readonly opinion?: Opinion;
}

/** The opinion of the judge, which was asked before the commit. */
export const judgeGuard: SpendGuard<JudgedByModel> = {
  id: "judge",
  isReplayed: false,
  plan: (_ledger, { opinion }, { moment }) => {
    if (moment !== "proposal" || opinion === undefined) return null;
    const isSilent = needsPerson(opinion);
    return {
      reads: [],
      judge: () => ({
        tighten: (before) => tightenScreening(before, opinion),
        // The limits may have been raised since the judge was skipped.
        person: isSilent || opinion.kind === "not_needed" ? "now" : null,
        proposed: () => ({
          ...(opinion.kind === "not_needed" && { obstacle: "judge" }),
          ...(isSilent && { obstacle: "silence" }),
        }),
      }),
    };
  },
};

/** Explains a spend that waits because the judge did not answer. */
export const silenceGuard: SpendGuard = {
  id: "silence",
  isReplayed: false,
  plan: () => ({ reads: [], judge: () => ({ findings: silenceFindings }) }),
};
