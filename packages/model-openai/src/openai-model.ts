import {
  type LanguageModel,
  type ModelPart,
  type ModelRequest,
  type ModelTab,
  TreasuryError,
} from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { answerParts } from "./answer-parts.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { callFailure } from "./call-failure.ts";
import { type ChatClient, refuseRedirects } from "./chat-client.ts";
import { connect, type Connection, modelName } from "./connection.ts";
import { requestBody } from "./request-body.ts";
import { silenceLimit } from "./silence-limit.ts";
import { type ToolCalls, toolCallsOf } from "./tool-calls.ts";

/** Model settings. Omitted settings are read from the environment at the first call. */
export interface OpenaiModelOptions {
  /** The model's name at the endpoint; `OPENAI_MODEL` by default. */
  readonly model?: string;
  /** `OPENAI_API_KEY` by default. Optional for endpoints other than OpenAI's. */
  readonly apiKey?: string;
  /** The API's base URL, usually ending in `/v1`; `OPENAI_BASE_URL`, or else OpenAI's own. */
  readonly baseUrl?: string;
  /** The app's own client of the official SDK, in place of `apiKey` and `baseUrl`. */
  readonly client?: ChatClient;
  /**
   * How the model calls tools: `markup` works with every model, `native` uses function calling.
   * `OPENAI_TOOLS`, or else `markup`.
   */
  readonly tools?: ToolCalls;
  /** The endpoint's default unless set; some models accept none. */
  readonly temperature?: number;
  /** The longest silence of the endpoint before and within an answer; 120 by default. */
  readonly timeoutSeconds?: number;
  /**
   * Charges each request to a tab, for example `meteredFetch` of `@agent-treasury/meter-openai`, with
   * `turns.tabUsd` of the treasury. A `client` of the app cannot be metered.
   *
   * @example
   * ```ts
   * const model = openaiModel({ meter: (tab) => meteredFetch({ ...tab, price }) });
   * ```
   */
  readonly meter?: (tab: ModelTab & { readonly fetch: typeof fetch }) => typeof fetch;
  /** Retries of a call that failed before its answer began; 2 by default. */
  readonly maximumRetries?: number;
}

const optionNames: NamesOf<OpenaiModelOptions> = {
  model: true,
  apiKey: true,
  baseUrl: true,
  client: true,
  tools: true,
  temperature: true,
  timeoutSeconds: true,
  meter: true,
  maximumRetries: true,
};

/**
 * A language model behind any OpenAI-compatible endpoint, called with chat completions.
 *
 * `stream` rejects with a `TreasuryError`: `model_not_connected` when a key or the model's name is
 * missing, `model_failed` when the endpoint fails.
 *
 * @example const model = openaiModel({ model: "llama3.3", baseUrl: "http://localhost:11434/v1" });
 */
export function openaiModel(options: OpenaiModelOptions = {}): LanguageModel {
  checkOptions("openaiModel", options, optionNames);
  const { meter } = options;
  if (meter !== undefined && options.client !== undefined) {
    throw new TreasuryError(
      "invalid_request",
      "openaiModel accepts `meter` or `client`, not both.",
    );
  }
  let connection: Connection | undefined;
  return {
    specificationVersion: "1",
    provider: "openai",
    get modelId(): string {
      return modelName(options) ?? "unnamed";
    },
    get toolCalls(): ToolCalls {
      return toolCallsOf(options.tools);
    },
    isMetered: meter !== undefined,
    async *stream(request): AsyncGenerator<ModelPart> {
      if (meter === undefined) {
        connection ??= connect(options);
        yield* call(connection, request, options);
        return;
      }
      const { tab } = request;
      if (tab === undefined) {
        const message = "The model is metered, and needs `turns.tabUsd` of the treasury.";
        throw new TreasuryError("model_not_connected", message);
      }
      yield* call(connect(options, meter({ ...tab, fetch: boundedFetch })), request, options);
    },
  };
}

async function* call(
  connection: Connection,
  request: ModelRequest,
  options: OpenaiModelOptions,
): AsyncGenerator<ModelPart> {
  const { timeoutSeconds = 120, maximumRetries = 2 } = options;
  const timeout = timeoutSeconds * 1000;
  const silence = silenceLimit(timeout);
  try {
    const answer = await connection.client.chat.completions
      .create(requestBody(connection, request, options.temperature), {
        signal: AbortSignal.any([request.signal, silence.signal]),
        timeout,
        maxRetries: maximumRetries,
        fetchOptions: refuseRedirects,
      })
      .withResponse();
    for await (const part of answerParts(answer, silence)) {
      request.signal.throwIfAborted();
      yield part;
    }
  } catch (error) {
    request.signal.throwIfAborted();
    const { model, secret } = connection;
    const wasSilent = silence.signal.aborted;
    throw callFailure(error, { model, secret, timeoutSeconds, wasSilent });
  }
}
