import type { JudgeAnswer, JudgeRequest, Judge } from "@agent-treasury/provider";

/** Judges a spend, or returns null for no answer. An error fails the call. */
export type JudgeSpend = (
  request: JudgeRequest,
  callIndex: number,
) => JudgeAnswer | null | Promise<JudgeAnswer | null>;

export interface ScriptedJudge extends Judge {
  /** The newest hundred requests, oldest first. */
  readonly requests: readonly JudgeRequest[];
}

const maximumRequestsKept = 100;

const safe: JudgeAnswer = {
  verdict: "safe",
  reason: "This stand-in finds everything safe: no model judged it.",
};

/**
 * A stand-in for a judge, for tests. Without a function it finds every spend safe and
 * identifies itself in the reason.
 *
 * @example const judge = scriptedJudge(({ vendor }) =>
 * vendor === "Acme" ? null : { verdict: "review", reason: "The vendor is unknown." },
 * );
 */
export function scriptedJudge(judge: JudgeSpend = () => safe): ScriptedJudge {
  const requests: JudgeRequest[] = [];
  let calls = 0;
  return {
    specificationVersion: "1",
    provider: "scripted",
    modelId: "scripted-judge",
    requests,
    judge: async (request) => {
      request.signal.throwIfAborted();
      requests.push(request);
      if (requests.length > maximumRequestsKept) requests.shift();
      calls += 1;
      return judge(request, calls - 1);
    },
  };
}
