import type {
  ClassifierAnswer,
  ClassifierRequest,
  SafetyClassifier,
} from "@agent-treasury/provider";

/** A classifier that answers as a function does, and keeps what it was asked. */
export interface TestClassifier extends SafetyClassifier {
  readonly asked: ClassifierRequest[];
}

/** A classifier from a function; what it gives need not be an answer. */
export function classifierThat(answer: (request: ClassifierRequest) => unknown): TestClassifier {
  const asked: ClassifierRequest[] = [];
  return {
    specificationVersion: "1",
    provider: "test",
    modelId: "test",
    asked,
    classify: (request) => {
      asked.push(request);
      return answer(request) as Promise<ClassifierAnswer | null>;
    },
  };
}

/** Every way not to answer. */
export const silent: Readonly<Record<string, () => unknown>> = {
  "is down": () => Promise.reject(new Error("ECONNREFUSED")),
  "throws at once": () => {
    throw new TypeError("Not a function.");
  },
  "never answers": () => new Promise(() => undefined),
};

/** Every answer that cannot be used. */
export const unusable: Readonly<Record<string, () => unknown>> = {
  "says nothing": () => Promise.resolve(null),
  "gives no promise": () => undefined,
  "answers with a text": () => Promise.resolve("safe"),
  "answers with a list": () => Promise.resolve([{ verdict: "safe", reason: "Fine." }]),
  "leaves the verdict out": () => Promise.resolve({ reason: "Fine." }),
  "has a verdict of its own": () => Promise.resolve({ verdict: "SAFE", reason: "Fine." }),
  "gives no reason": () => Promise.resolve({ verdict: "blocked", reason: " \u0000\n" }),
  "gives a number as its reason": () => Promise.resolve({ verdict: "blocked", reason: 1 }),
};
