import type {
  ClassifierAnswer,
  ClassifierRequest,
  SafetyClassifier,
} from "@agent-treasury/provider";

/** Judges a spend; null for no answer. What it throws fails the call. */
export type JudgeSpend = (
  request: ClassifierRequest,
  callIndex: number,
) => ClassifierAnswer | null | Promise<ClassifierAnswer | null>;

/** A stand-in for a classifier, and what it was asked. */
export interface ScriptedClassifier extends SafetyClassifier {
  /** The newest hundred requests, oldest first. */
  readonly requests: readonly ClassifierRequest[];
}

const maximumRequestsKept = 100;

const safe: ClassifierAnswer = {
  verdict: "safe",
  reason: "A stand-in calls everything safe: this is no safety model.",
};

/**
 * A stand-in for a safety classifier that judges as a function does. It is for tests: without one it
 * calls everything safe, and says in its reason what it is.
 *
 * @example
 * const classifier = scriptedClassifier(({ vendor }) =>
 *   vendor === "Acme" ? null : { verdict: "review", reason: "Nobody knows the vendor." },
 * );
 */
export function scriptedClassifier(judge: JudgeSpend = () => safe): ScriptedClassifier {
  const requests: ClassifierRequest[] = [];
  let calls = 0;
  return {
    specificationVersion: "1",
    provider: "scripted",
    modelId: "scripted-classifier",
    requests,
    classify: async (request) => {
      request.signal.throwIfAborted();
      requests.push(request);
      if (requests.length > maximumRequestsKept) requests.shift();
      calls += 1;
      return judge(request, calls - 1);
    },
  };
}
