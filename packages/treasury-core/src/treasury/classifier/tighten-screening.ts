import type { ClassifierAnswer } from "@agent-treasury/provider";
import type { Screening } from "../policy/spending-policy.ts";

/** What a classifier answered about a spend. */
export type Opinion =
  | { readonly kind: "not_asked" }
  /** Not asked because the spend needs approval in any case; it is not approved automatically. */
  | { readonly kind: "not_needed" }
  /** It did not answer, or it is paused after several failures. */
  | {
      readonly kind: "unanswered";
      readonly isPaused: boolean;
      readonly onSilence: "screening" | "review";
    }
  /** It answered with something that is not a verdict and a reason. */
  | { readonly kind: "unusable" }
  | ({ readonly kind: "answered" } & ClassifierAnswer);

const silent = "The safety classifier gave no answer.";
const paused = "The safety classifier is not asked for 30 s, because it failed several times.";

const strictness = { safe: 0, review: 1, blocked: 2 } as const;

/** The screening verdict, made stricter by an opinion where that is stricter, and never milder. */
export function tightenScreening(screening: Screening, opinion: Opinion): Screening {
  if (opinion.kind === "not_asked" || opinion.kind === "not_needed") return screening;
  if (opinion.kind === "unanswered") {
    const reason = `${screening.reason} ${opinion.isPaused ? paused : silent}`;
    return opinion.onSilence === "review"
      ? { verdict: stricter(screening.verdict, "review"), reason }
      : { ...screening, reason };
  }
  if (opinion.kind === "unusable") {
    return {
      verdict: stricter(screening.verdict, "review"),
      reason: `${screening.reason} The safety classifier's answer cannot be used.`,
    };
  }
  if (opinion.verdict === "safe") return screening;
  const says = `The safety classifier says: ${opinion.reason}`;
  return {
    verdict: stricter(screening.verdict, opinion.verdict),
    reason: screening.verdict === "safe" ? says : `${screening.reason} ${says}`,
  };
}

function stricter(left: Screening["verdict"], right: Screening["verdict"]): Screening["verdict"] {
  return strictness[right] > strictness[left] ? right : left;
}
