import type {
  ClassifierAnswer,
  ClassifierRequest,
  SafetyClassifier,
} from "@agent-treasury/provider";

/** A classifier that records its calls. */
export interface TestClassifier extends SafetyClassifier {
  readonly asked: ClassifierRequest[];
}

/** Creates a classifier from a function, whose result need not be valid. */
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

/** All ways to fail to respond. */
export const silent: Readonly<Record<string, () => unknown>> = {
  "is down": () => Promise.reject(new Error("ECONNREFUSED")),
  "throws synchronously": () => {
    throw new TypeError("Not a function.");
  },
  "never responds": () => new Promise(() => undefined),
};

/** All kinds of unusable answers. */
export const unusable: Readonly<Record<string, () => unknown>> = {
  "returns null": () => Promise.resolve(null),
  "returns no promise": () => undefined,
  "returns a text": () => Promise.resolve("safe"),
  "returns a list": () => Promise.resolve([{ verdict: "safe", reason: "Fine." }]),
  "returns no verdict": () => Promise.resolve({ reason: "Fine." }),
  "returns an unknown verdict": () => Promise.resolve({ verdict: "SAFE", reason: "Fine." }),
  "returns no reason": () => Promise.resolve({ verdict: "blocked", reason: " \u0000\n" }),
  "returns a number as the reason": () => Promise.resolve({ verdict: "blocked", reason: 1 }),
};
