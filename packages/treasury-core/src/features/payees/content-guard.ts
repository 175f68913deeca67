import type { SpendGuard } from "../../kernel/judgement/spend-guard.ts";

interface SpendAfterContent {
  /** Whether the agent read content of a seller earlier in its turn. */
  readonly hasReadContent?: boolean;
}

const contentText =
  "The agent read content of a seller earlier in this turn, so the spend needs approval.";

/** Content may contain instructions for the model. A rule that approves a spend is for any of them. */
export const contentGuard: SpendGuard<SpendAfterContent> = {
  id: "content",
  isReplayed: true,
  plan: (_ledger, { hasReadContent = false }, { moment }) => {
    if (moment !== "proposal" || !hasReadContent) return null;
    return {
      reads: [],
      judge: () => ({
        tighten: (before, { isAllowed = false }) =>
          isAllowed || before.verdict !== "safe"
            ? before
            : { verdict: "review", reason: contentText },
        proposed: () => ({ obstacle: "content" }),
      }),
    };
  },
};
