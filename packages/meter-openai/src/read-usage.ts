import { type Fields, isFields } from "./call-content.ts";
import type { TokenUsage } from "./model-prices.ts";

/**
 * Returns the tokens that a provider counted, or null if it counted none, or some that have no
 * price: audio, and calls in a dearer service tier.
 */
export function readUsage(answer: Fields, pricesTiers: boolean): TokenUsage | null {
  const usage = answer["usage"];
  if (!isFields(usage)) return null;
  if (!pricesTiers && [answer, usage].some((one) => one["service_tier"] === "priority"))
    return null;
  const inDetails = fieldsOf(usage["prompt_tokens_details"] ?? usage["input_tokens_details"]);
  const outDetails = fieldsOf(usage["completion_tokens_details"] ?? usage["output_tokens_details"]);
  if (count(inDetails["audio_tokens"]) + count(outDetails["audio_tokens"]) > 0) return null;
  const input = usage["prompt_tokens"] ?? usage["input_tokens"];
  const output = usage["completion_tokens"] ?? usage["output_tokens"];
  if (!isTokens(input) || !isTokens(output)) return null;
  const cacheWriteHour = count(fieldsOf(usage["cache_creation"])["ephemeral_1h_input_tokens"]);
  const written = count(usage["cache_creation_input_tokens"]);
  const readApart = count(usage["cache_read_input_tokens"]);
  return {
    // Anthropic does not count cached tokens as input.
    input: input + written + readApart,
    cacheRead: readApart + count(inDetails["cached_tokens"]),
    cacheWrite: Math.max(0, written - cacheWriteHour) + count(inDetails["cache_write_tokens"]),
    cacheWriteHour,
    // Some providers count reasoning in the total alone.
    output: Math.max(output, count(usage["total_tokens"]) - input),
    reasoning: count(outDetails["reasoning_tokens"]),
  };
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isTokens(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function count(value: unknown): number {
  return isTokens(value) ? value : 0;
}
