import type {
  ClassifierAnswer,
  ClassifierRequest,
  SafetyClassifier,
} from "@agent-treasury/provider";

/** Judges a spend, or returns null for no answer. An error fails the call. */
export type JudgeSpend = (
  request: ClassifierRequest,
  callIndex: number,
) => ClassifierAnswer | null | Promise<ClassifierAnswer | null>;

export interface ScriptedClassifier extends SafetyClassifier {
  /** The newest hundred requests, oldest first. */
  readonly requests: readonly ClassifierRequest[];
}

const maximumRequestsKept = 100;

const safe: ClassifierAnswer = {
  verdict: "safe",
  reason: "This stand-in finds everything safe: it is not a safety model.",
};

/**
 * A stand-in for a safety classifier, for tests. Without a function it finds every spend safe and
 * identifies itself in the reason.
 *
 * @example const classifier = scriptedClassifier(({ vendor }) =>
 * vendor === "Acme" ? null : { verdict: "review", reason: "The vendor is unknown." },
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
