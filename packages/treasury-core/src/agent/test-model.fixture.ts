import type { LanguageModel, ModelPart, ModelRequest } from "@agent-treasury/provider";

/** One answer of a model: its parts as they come, or what waits for the call to be given up. */
export type Answer = readonly ModelPart[] | "wait";

export interface TestModel extends LanguageModel {
  readonly requests: readonly ModelRequest[];
  /** Resolves when the model was asked so often. */
  askedTimes(count: number): Promise<void>;
}

export const stop: ModelPart = { kind: "finish", reason: "stop", usage: null };

/** An answer of one text. */
export function says(text: string): readonly ModelPart[] {
  return [{ kind: "text", text }, stop];
}

/** A call of a tool as a model writes it. */
export function calls(name: string, callArguments: object = {}): readonly ModelPart[] {
  return says(`<tool_call>${JSON.stringify({ name, arguments: callArguments })}</tool_call>`);
}

/** Gives these answers in order, and the last one again and again. */
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
