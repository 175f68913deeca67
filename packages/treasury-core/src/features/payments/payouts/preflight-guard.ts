import type { SpendGuard } from "../../../kernel/judgement/spend-guard.ts";

interface PreflightedSpend {
  /** Why the executor cannot pay it now. Null or missing if it can. */
  readonly impossible?: string | null;
}

/** The executor has to be able to pay, whatever the rules are. */
export const preflightGuard: SpendGuard<PreflightedSpend> = {
  id: "preflight",
  isReplayed: false,
  plan: (_ledger, { impossible = null }) => {
    if (impossible === null) return null;
    return {
      reads: [],
      judge: () => ({
        tighten: ({ verdict, reason }) =>
          verdict === "blocked"
            ? { verdict, reason }
            : {
                verdict: "review",
                reason: verdict === "safe" ? impossible : `${reason} ${impossible}`,
              },
      }),
    };
  },
};
