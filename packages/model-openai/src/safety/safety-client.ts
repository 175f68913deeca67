import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
} from "openai/resources/chat/completions";
import type {
  ModerationCreateParams,
  ModerationCreateResponse,
} from "openai/resources/moderations";
import type { ChatCallOptions } from "../chat-client.ts";

/**
 * The part of the official SDK's client that a classifier uses, typed by structure: the app's own
 * `OpenAI` or `AzureOpenAI` fits, whichever copy of the SDK it comes from.
 */
export interface SafetyClient {
  readonly baseURL: string;
  readonly chat: {
    readonly completions: {
      create(
        body: ChatCompletionCreateParamsNonStreaming,
        options: ChatCallOptions,
      ): PromiseLike<ChatCompletion>;
    };
  };
  readonly moderations: {
    create(
      body: ModerationCreateParams,
      options: ChatCallOptions,
    ): PromiseLike<ModerationCreateResponse>;
  };
}
