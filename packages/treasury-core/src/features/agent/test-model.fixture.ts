import type { LanguageModel, ModelPart, ModelRequest } from "@agent-treasury/provider";

/** One answer of a model: its parts, or `wait` for an answer that does not come until the call is aborted. */
export type Answer = readonly ModelPart[] | "wait";

export interface TestModel extends LanguageModel {
  readonly requests: readonly ModelRequest[];
  /** Resolves after that number of requests. */
  askedTimes(count: number): Promise<void>;
}

export const stop: ModelPart = { kind: "finish", reason: "stop", usage: null };

/** An answer with text. */
export function says(text: string): readonly ModelPart[] {
  return [{ kind: "text", text }, stop];
}

/** An answer with a tool call in markup. */
export function calls(name: string, callArguments: object = {}): readonly ModelPart[] {
  return says(`<tool_call>${JSON.stringify({ name, arguments: callArguments })}</tool_call>`);
}

/** Returns the answers in order, and repeats the last one. */
export function testModel(...answers: readonly Answer[]): TestModel {
  const requests: ModelRequest[] = [];
  const waiting: { readonly count: number; resolve(): void }[] = [];
  return {
    specificationVersion: "1",
    provider: "test",
    modelId: "test",
    requests,
    askedTimes: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async *stream(request) {
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? [];
      requests.push(request);
      for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve();
      if (answer !== "wait") {
        yield* answer;
        return;
      }
      await new Promise((resolve) => {
        request.signal.addEventListener("abort", resolve, { once: true });
      });
      throw request.signal.reason;
    },
  };
}
