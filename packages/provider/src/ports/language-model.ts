import type { JsonObject } from "./json.ts";

/** A native tool call of a model. */
export interface ModelCall {
  /** The provider's id, which joins the call with its result. Unique within the answer. */
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON of an object, unvalidated. May be empty if there are none. */
  readonly arguments: string;
}

/** A message from the service or the user. */
export interface PromptMessage {
  readonly role: "system" | "user";
  readonly content: string;
}

/** An earlier answer of the model. */
export interface AnswerMessage {
  readonly role: "assistant";
  readonly content: string;
  /** Native calls, in order. Omitted if there are none. A result for each follows this message. */
  readonly calls?: readonly ModelCall[];
}

/** The result of a call in the preceding assistant message. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  /** JSON. */
  readonly content: string;
}

/**
 * One message of a conversation. Messages with role `tool` are sent only to models with native tool
 * calls.
 */
export type ModelMessage = PromptMessage | AnswerMessage | ToolMessage;

/** A tool, as described to a model with native tool calls. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parametersSchema: JsonObject;
}

/** A request to a model. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** Tools that the model may call. Omitted for models that call tools in their text. */
  readonly tools?: readonly ModelTool[];
  /** The maximum number of tokens in the answer. */
  readonly maximumOutputTokens: number;
  /** Aborts the call. The stream then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** Token usage as reported by the provider. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A part of an answer. Texts and complete calls come in order, followed by exactly one `finish`. */
export type ModelPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly call: ModelCall }
  | {
      readonly kind: "finish";
      /** `length`: the answer reached the token limit. `refusal`: the provider withheld the answer. */
      readonly reason: "stop" | "length" | "refusal";
      /** Null if the provider does not report usage. */
      readonly usage: ModelUsage | null;
    };

/** How a model calls tools: with markup in its text, or natively through the provider's API. */
export type ToolCalling = "markup" | "native";

/**
 * A language model with streamed text output. By default tool calls are markup in the text, so any
 * model can be used. With `toolCalls: "native"`, tools are passed through the provider's API and
 * the text contains no calls.
 *
 * `stream` may run concurrently. It rejects with a `TreasuryError` of code `model_failed` when the
 * provider fails, including failures in the middle of an answer or inside a response with status
 * 200. An answer that ends without `finish` is treated as failed. API keys are read at the first
 * call.
 *
 * Conformance suite: `languageModelConformance` in `@agent-treasury/testing`.
 */
export interface LanguageModel {
  readonly specificationVersion: "1";
  /** Shown in messages and traces, for example `openai` or `scripted`. */
  readonly provider: string;
  readonly modelId: string;
  /** Defaults to `markup`. Read before each answer, so a turn can switch between kinds of model. */
  readonly toolCalls?: ToolCalling;
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}
