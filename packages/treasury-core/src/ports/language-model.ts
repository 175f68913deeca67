/** One message of a conversation with a model. */
export interface ModelMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** What a model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
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

/** A piece of an answer. Texts come in order; `finish` comes once, last. */
export type ModelPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "finish";
      /** `length` when the answer was cut at the token limit, `refusal` when the provider withheld it. */
      readonly reason: "stop" | "length" | "refusal";
      /** Null when the provider does not report it. */
      readonly usage: ModelUsage | null;
    };

/**
 * Text in, text out. Tools ride in the text, so any model will do.
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
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}
