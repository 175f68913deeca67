import type { JsonObject } from "./json.ts";
import type { ModelTab } from "./meter-tabs.ts";

/** A native tool call of a model. */
export interface ModelCall {
  /** Joins the call with its result. Unique within the answer. */
  readonly id: string;
  readonly name: string;
  /** JSON of an object, not validated. May be empty. */
  readonly arguments: string;
}

/** A message from the service or the user. */
export interface PromptMessage {
  readonly role: "system" | "user";
  readonly content: string;
}

export interface AnswerMessage {
  readonly role: "assistant";
  readonly content: string;
  /** Native calls, in order. Their results follow this message. */
  readonly calls?: readonly ModelCall[];
}

/** The result of a call in the preceding assistant message. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  readonly content: string;
}

/** One message of a conversation. Role `tool` is only used with native tool calls. */
export type ModelMessage = PromptMessage | AnswerMessage | ToolMessage;

/** A tool, as described to a model with native tool calls. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parametersSchema: JsonObject;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** Omitted for models that call tools in their text. */
  readonly tools?: readonly ModelTool[];
  readonly maximumOutputTokens: number;
  /** When it aborts, the stream rejects with its reason. */
  readonly signal: AbortSignal;
  /** The tab to charge. Only for a model that `isMetered`. */
  readonly tab?: ModelTab;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A part of an answer: texts and complete calls in order, then one `finish`. */
export type ModelPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly call: ModelCall }
  | {
      readonly kind: "finish";
      /** `length`: token limit reached. `refusal`: withheld by the provider. */
      readonly reason: "stop" | "length" | "refusal";
      readonly usage: ModelUsage | null;
      /** The reasoning of an empty answer. A call in it is reported to the model, never run. */
      readonly reasoning?: string;
      /** A call in a form that the request did not offer. Reported to the model, never run. */
      readonly strayCall?: string;
    };

/** With markup in the text, or natively through the provider's API. */
export type ToolCalling = "markup" | "native";

/**
 * A language model with streamed text. By default it calls tools with markup in its text, so any
 * model can be used.
 *
 * `stream` may run concurrently. It rejects with a `TreasuryError` of code `model_failed` when the
 * provider fails, also in the middle of an answer or inside a response with status 200. An answer
 * without `finish` counts as failed. API keys are read at the first call.
 *
 * Conformance suite: `languageModelConformance` in `@agent-treasury/testing`.
 */
export interface LanguageModel {
  readonly specificationVersion: "1";
  /** For messages and traces, for example `openai` or `scripted`. */
  readonly provider: string;
  readonly modelId: string;
  /** Default: `markup`. Read before each answer, so a turn can change models. */
  readonly toolCalls?: ToolCalling;
  /** Whether it charges each request to the request's tab, and refuses a request without one. */
  readonly isMetered?: boolean;
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}
