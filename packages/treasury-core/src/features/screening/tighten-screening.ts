import type { JudgeAnswer } from "@agent-treasury/provider";
import { type Screening, stricter } from "../../kernel/judgement/spend-guard.ts";

/**
 * What happens without an answer. `approval`: a person has to decide. `review`: as `approval`, and
 * the verdict is at least `review`. `screening`: the verdict of the rules decides.
 */
export type OnSilence = "approval" | "review" | "screening";

export type Opinion =
  | { readonly kind: "not_asked" }
  /** The spend needs approval in any case. */
  | { readonly kind: "not_needed" }
  /** No answer, or paused after several failures. */
  | {
      readonly kind: "unanswered";
      readonly isPaused: boolean;
      readonly onSilence: OnSilence;
    }
  /** The agent has no call left in this minute. */
  | {
      readonly kind: "limited";
      readonly callsPerMinute: number;
      readonly onSilence: OnSilence;
    }
  | { readonly kind: "unusable" }
  | ({ readonly kind: "answered" } & JudgeAnswer);

const silent = "The judge did not answer.";
const paused = "The judge is paused for 30 s because it failed several times.";

/** Makes the verdict stricter, never milder. */
export function tightenScreening(screening: Screening, opinion: Opinion): Screening {
  if (opinion.kind === "not_asked" || opinion.kind === "not_needed") return screening;
  if (opinion.kind === "unanswered" || opinion.kind === "limited") {
    const verdict =
      opinion.onSilence === "review" ? stricter(screening.verdict, "review") : screening.verdict;
    const needed = needsPerson(opinion) && verdict !== "blocked" ? " A person has to decide." : "";
    return { verdict, reason: `${screening.reason} ${silenceText(opinion)}${needed}` };
  }
  if (opinion.kind === "unusable") {
    return {
      verdict: stricter(screening.verdict, "review"),
      reason: `${screening.reason} The judge's answer was unusable.`,
    };
  }
  if (opinion.verdict === "safe") return screening;
  const stated = `Judge: ${opinion.reason}`;
  return {
    verdict: stricter(screening.verdict, opinion.verdict),
    reason: screening.verdict === "safe" ? stated : `${screening.reason} ${stated}`,
  };
}

/** Whether neither policy nor approvals in advance suffice, because the judge did not answer. */
export function needsPerson(opinion: Opinion | undefined): boolean {
  // An agent can cause its own limit.
  if (opinion?.kind === "limited") return true;
  return opinion?.kind === "unanswered" && opinion.onSilence !== "screening";
}

function silenceText(opinion: Extract<Opinion, { kind: "unanswered" | "limited" }>): string {
  if (opinion.kind === "limited") {
    return `The agent reached its limit of ${opinion.callsPerMinute} calls of the judge in a minute.`;
  }
  return opinion.isPaused ? paused : silent;
}
