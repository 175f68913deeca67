import type { TreasuryState } from "@agent-treasury/sdk-client";

type JudgeState = Pick<TreasuryState, "judge" | "judgeOnSilence">;

/** Returns the status of the judge, and whether spends are approved without it. */
export function judgeLabel({ judge, judgeOnSilence }: JudgeState): string {
  if (judge === "none") return "No judge";
  const status = judge === "active" ? "Judge on" : "Judge paused";
  return judgeOnSilence === "screening" ? `${status}, optional` : status;
}

export function judgeText({ judge, judgeOnSilence }: JudgeState): string {
  if (judge === "none")
    return "No language model judges spends. Only the screening rules check them.";
  const status =
    judge === "active"
      ? "A language model judges spends in addition to the screening rules."
      : "The model that judges spends does not answer.";
  const consequence =
    judgeOnSilence === "screening"
      ? "Without its answer, the screening rules alone approve spends."
      : "Without its answer, each spend needs approval.";
  return `${status} ${consequence}`;
}
