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
 * The part of the official SDK's client that a judge uses, structural so that the app's
 * `OpenAI` or `AzureOpenAI` fits from any copy of the SDK.
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
