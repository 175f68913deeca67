import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
} from "openai/resources/chat/completions";

/** How one call of the client is bounded. */
export interface ChatCallOptions {
  readonly signal: AbortSignal;
  /** Milliseconds until the answer must have begun, for each attempt. */
  readonly timeout: number;
  readonly maxRetries: number;
  readonly fetchOptions: typeof refuseRedirects;
}

/** A redirect would carry the conversation to an address that no setting names, such as the service itself. */
export const refuseRedirects = { redirect: "error" } as const;

/** An answer that began: its chunks, and the response that carries them. */
export interface ChatAnswer {
  readonly data: AsyncIterable<ChatCompletionChunk>;
  readonly response: Response;
}

/**
 * The part of the official SDK's client that is used here, typed by structure: the app's own `OpenAI`
 * or `AzureOpenAI` fits, whichever copy of the SDK it comes from.
 */
export interface ChatClient {
  readonly baseURL: string;
  readonly chat: {
    readonly completions: {
      create(
        body: ChatCompletionCreateParamsStreaming,
        options: ChatCallOptions,
      ): { withResponse(): Promise<ChatAnswer> };
    };
  };
}
