import type { ClassifierAnswer } from "@agent-treasury/provider";
import type { Screening } from "../policy/spending-policy.ts";

export type Opinion =
  | { readonly kind: "not_asked" }
  /** The spend needs approval in any case. */
  | { readonly kind: "not_needed" }
  /** No answer, or paused after several failures. */
  | {
      readonly kind: "unanswered";
      readonly isPaused: boolean;
      readonly onSilence: "screening" | "review";
    }
  | { readonly kind: "unusable" }
  | ({ readonly kind: "answered" } & ClassifierAnswer);

const silent = "The safety classifier did not answer.";
const paused = "The safety classifier is paused for 30 s because it failed several times.";

const strictness = { safe: 0, review: 1, blocked: 2 } as const;

/** Makes the verdict stricter, never milder. */
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
      reason: `${screening.reason} The safety classifier's answer was unusable.`,
    };
  }
  if (opinion.verdict === "safe") return screening;
  const stated = `Safety classifier: ${opinion.reason}`;
  return {
    verdict: stricter(screening.verdict, opinion.verdict),
    reason: screening.verdict === "safe" ? stated : `${screening.reason} ${stated}`,
  };
}

function stricter(left: Screening["verdict"], right: Screening["verdict"]): Screening["verdict"] {
  return strictness[right] > strictness[left] ? right : left;
}
