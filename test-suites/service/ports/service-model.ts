import type { LanguageModel, ModelPart, ModelRequest } from "@agent-treasury/provider";
import { scriptedModel } from "@agent-treasury/sandbox";

/**
 * One answer of the model: a text, an error, a function that returns either, or a text streamed by
 * the test.
 */
export type ScriptedAnswer =
  | string
  | Error
  | SpokenAnswer
  | ((request: ModelRequest) => string | Promise<string>);

/** A model with answers by a test. */
export interface ServiceModel extends LanguageModel {
  /** Adds answers, returned in the order of the calls; beyond the script every answer is `Done.` */
  script(...answers: readonly ScriptedAnswer[]): void;
  /** The requests, oldest first. */
  readonly requests: readonly ModelRequest[];
}

/** Creates a model without a script. */
export function serviceModel(): ServiceModel {
  const script: ScriptedAnswer[] = [];
  const spoken: ModelRequest[] = [];
  const model = scriptedModel({
    answers: (request) => {
      const answer = script.shift() ?? "Done.";
      if (answer instanceof Error) throw answer;
      if (typeof answer === "function") return answer(request);
      return typeof answer === "string" ? answer : "Done.";
    },
  });
  return {
    ...model,
    get requests() {
      return [...model.requests, ...spoken];
    },
    stream: (request) => {
      const [answer] = script;
      if (typeof answer !== "object" || answer instanceof Error) return model.stream(request);
      script.shift();
      spoken.push(request);
      return answer.parts();
    },
    script: (...answers: readonly ScriptedAnswer[]) => {
      script.push(...answers);
    },
  };
}

/** An answer streamed piece by piece by a test. */
export interface SpokenAnswer {
  /** Sends this piece. */
  say(piece: string): void;
  /** Ends the answer. */
  end(): void;
  parts(): AsyncIterable<ModelPart>;
}

/** Pieces after an abort are ignored. */
function hasLeft(): void {}

/** Creates an answer that waits for each of its pieces. */
export function spokenAnswer(): SpokenAnswer {
  const pieces = new TransformStream<string, string>();
  const writer = pieces.writable.getWriter();
  return {
    say: (piece) => void writer.write(piece).catch(hasLeft),
    end: () => void writer.close().catch(hasLeft),
    async *parts() {
      for await (const text of pieces.readable) yield { kind: "text", text };
      yield { kind: "finish", reason: "stop", usage: null };
    },
  };
}

/** An answer that never arrives and ignores aborts. */
export function deafAnswer(): Promise<string> {
  return new Promise(() => {});
}

/** An answer that waits for a test, and ends when its call is aborted. */
export interface HeldAnswer {
  readonly answer: ScriptedAnswer;
  /** Resolves when the model was called for it. */
  readonly asked: Promise<void>;
  /** Resolves when the call was aborted. */
  readonly givenUp: Promise<void>;
  release(text: string): void;
}

export function heldAnswer(): HeldAnswer {
  const asked = Promise.withResolvers<void>();
  const givenUp = Promise.withResolvers<void>();
  const released = Promise.withResolvers<string>();
  return {
    asked: asked.promise,
    givenUp: givenUp.promise,
    release: released.resolve,
    answer: ({ signal }) => {
      asked.resolve();
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          givenUp.resolve();
          reject(signal.reason);
        };
        if (signal.aborted) giveUp();
        signal.addEventListener("abort", giveUp, { once: true });
        released.promise.then(resolve, reject);
      });
    },
  };
}
