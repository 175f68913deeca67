import type { JudgeAnswer, JudgeRequest, Judge } from "@agent-treasury/provider";

/** A judge that records its calls. */
export interface TestJudge extends Judge {
  readonly asked: JudgeRequest[];
}

/** Creates a judge from a function, whose result need not be valid. */
export function judgeThat(answer: (request: JudgeRequest) => unknown): TestJudge {
  const asked: JudgeRequest[] = [];
  return {
    specificationVersion: "1",
    provider: "test",
    modelId: "test",
    asked,
    judge: (request) => {
      asked.push(request);
      return answer(request) as Promise<JudgeAnswer | null>;
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
