import type { Finding } from "@agent-treasury/rules";
import type { SpendGuard } from "../../kernel/judgement/spend-guard.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
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
export const silenceGuard: SpendGuard<JudgedByModel> = {
  id: "silence",
  isReplayed: false,
  plan: (_ledger, { opinion }) =>
    needsPerson(opinion) ? { reads: [], judge: () => ({ findings: silenceFindings }) } : null,
};

/** Explains why a spend waits that policy or a standing approval could have approved. */
function silenceFindings({ status, facts }: SpendProposal): readonly Finding[] {
  if (status !== "pending" || facts.proposed?.obstacle !== "silence") return [];
  const text = "The judge did not answer, so a person has to decide.";
  return [{ rule: "judge", effect: "review", text, usage: null }];
}
