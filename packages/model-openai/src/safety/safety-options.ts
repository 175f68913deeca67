import type { SafetyClient } from "./safety-client.ts";
import type { SafetyProtocolName } from "./safety-protocol.ts";

/** Judge settings. Omitted settings are read from the environment at the first call. */
export interface OpenaiJudgeOptions {
  /** The model's name at the endpoint; `SAFETY_MODEL` by default. */
  readonly model?: string;
  /** The prompt and answer format; `SAFETY_PROTOCOL`, or else derived from the model's name. */
  readonly protocol?: SafetyProtocolName;
  /** The verdict for a model that answers only `unsafe`; `review` by default. */
  readonly unsafe?: "review" | "blocked";
  /** The policy for `safeguard`; a policy for company purchases by default. */
  readonly policy?: string;
  /** `OPENAI_API_KEY` by default. Optional for endpoints other than OpenAI's. */
  readonly apiKey?: string;
  /** The API's base URL, usually ending in `/v1`; `OPENAI_BASE_URL`, or else OpenAI's own. */
  readonly baseUrl?: string;
  /** The app's own client of the official SDK, in place of `apiKey` and `baseUrl`. */
  readonly client?: SafetyClient;
  /** Retries of a failed call; 1 by default, because the treasury waits only seconds. */
  readonly maximumRetries?: number;
}
