import type { SafetyClient } from "./safety-client.ts";
import type { SafetyProtocolName } from "./safety-protocol.ts";

/** How the safety model is reached and read. What is left out is read from the environment at the first call. */
export interface OpenaiSafetyClassifierOptions {
  /** The model's name at the endpoint; `SAFETY_MODEL` by default. */
  readonly model?: string;
  /** How the model is asked and answers; told by its name, or `SAFETY_PROTOCOL`. */
  readonly protocol?: SafetyProtocolName;
  /** What a model that says no more than `unsafe` is taken to mean; `review` by default. */
  readonly unsafe?: "review" | "blocked";
  /** What may be bought, for `safeguard` alone; a policy for companies' agents by default. */
  readonly policy?: string;
  /** `OPENAI_API_KEY` by default. An endpoint other than OpenAI's own may go without. */
  readonly apiKey?: string;
  /** Where the API begins, usually ending in `/v1`; `OPENAI_BASE_URL`, or else OpenAI's own. */
  readonly baseUrl?: string;
  /** The app's own client of the official SDK, in place of `apiKey` and `baseUrl`. */
  readonly client?: SafetyClient;
  /** How often a call is tried again that failed; once by default, since the treasury waits for seconds. */
  readonly maximumRetries?: number;
}
