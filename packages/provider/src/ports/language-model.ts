import type { JsonObject } from "./json.ts";

/** A call of a tool, as a model makes it by its provider's own means. */
export interface ModelCall {
  /** Joins the call with its result; the provider's own, different from that of every other call of the answer. */
  readonly id: string;
  readonly name: string;
  /** JSON of an object, as the model wrote it: it may be wrong, and it may be empty for none. */
  readonly arguments: string;
}

/** What the service or an operator says. */
export interface PromptMessage {
  readonly role: "system" | "user";
  readonly content: string;
}

/** What the model answered before. */
export interface AnswerMessage {
  readonly role: "assistant";
  readonly content: string;
  /** Made by the provider's own means, in order; left out for none. Each has its result after this message. */
  readonly calls?: readonly ModelCall[];
}

/** What a call of the message before came to. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  /** JSON. */
  readonly content: string;
}

/** One message of a conversation with a model. Only a model of native tool calls gets those of a tool. */
export type ModelMessage = PromptMessage | AnswerMessage | ToolMessage;

/** A tool, described to a model that calls by its provider's own means. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parametersSchema: JsonObject;
}

/** What a model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** What it may call; left out for a model whose calls ride in the text. */
  readonly tools?: readonly ModelTool[];
  /** The most tokens that the answer may have. */
  readonly maximumOutputTokens: number;
  /** Aborts the call; the stream then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** What a call used, as the provider counts it. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A piece of an answer. Texts and calls come in order, a call when it is whole; `finish` comes once, last. */
export type ModelPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly call: ModelCall }
  | {
      readonly kind: "finish";
      /** `length` when the answer was cut at the token limit, `refusal` when the provider withheld it. */
      readonly reason: "stop" | "length" | "refusal";
      /** Null when the provider does not report it. */
      readonly usage: ModelUsage | null;
    };

/** How a model calls tools: in its text, or by its provider's own means. */
export type ToolCalling = "markup" | "native";

/**
 * Text in, text out. Tools ride in the text, so any model will do; one that says so is given them by its
 * provider's own means, and what it writes is then text alone.
 *
 * `stream` may run many times at once. It rejects with a `TreasuryError` of code `model_failed` when
 * the provider fails, also in mid-answer and also when the provider says so under a status of 200; an
 * answer that ends without `finish` counts as failed. Keys are read at the first call, not before.
 *
 * Source of the conformance suite: `languageModelConformance` in `@agent-treasury/testing`.
 */
export interface LanguageModel {
  readonly specificationVersion: "1";
  /** For messages and traces, for example `openai` or `scripted`. */
  readonly provider: string;
  readonly modelId: string;
  /**
   * How it calls tools: in its text (`markup`, unless given), or by its provider's own means (`native`).
   * Read anew for each answer: a turn that one kind of model began can be carried on by the other.
   */
  readonly toolCalls?: ToolCalling;
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}
