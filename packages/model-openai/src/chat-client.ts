import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
} from "openai/resources/chat/completions";

export interface ChatCallOptions {
  readonly signal: AbortSignal;
  readonly timeout: number;
  readonly maxRetries: number;
  readonly fetchOptions: typeof refuseRedirects;
}

/** A redirect would send the conversation to an address that was not configured. */
export const refuseRedirects = { redirect: "error" } as const;

export interface ChatAnswer {
  readonly data: AsyncIterable<ChatCompletionChunk>;
  readonly response: Response;
}

/**
 * The part of the official SDK's client in use. It is structural, so that the app's `OpenAI` or
 * `AzureOpenAI` fits from any copy of the SDK.
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
