import type { ClassifierAnswer } from "../../ports/safety-classifier.ts";
import type { Screening } from "../policy/screen-spend.ts";

/** What a classifier was heard to say of a spend. */
export type Opinion =
  | { readonly kind: "not_asked" }
  /** It was asked, and nothing that counts as an answer came. */
  | { readonly kind: "unanswered" }
  | ({ readonly kind: "answered" } & ClassifierAnswer);

const strictness = { safe: 0, review: 1, blocked: 2 } as const;

/** The screen's verdict, made stricter by an opinion where that is stricter, and never milder. */
export function tightenScreening(screening: Screening, opinion: Opinion): Screening {
  if (opinion.kind === "not_asked") return screening;
  if (opinion.kind === "unanswered") {
    return { ...screening, reason: `${screening.reason} The safety classifier gave no answer.` };
  }
  if (opinion.verdict === "safe") return screening;
  const says = `The safety classifier says: ${opinion.reason}`;
  return {
    verdict:
      strictness[opinion.verdict] > strictness[screening.verdict]
        ? opinion.verdict
        : screening.verdict,
    reason: screening.verdict === "safe" ? says : `${screening.reason} ${says}`,
  };
}
