import { type Fields, isFields } from "./call-content.ts";
import { listedTiers } from "./known-names.ts";
import type { TokenUsage } from "./model-prices.ts";

/**
 * Returns the tokens that a provider counted, or null if it counted none, or some that have no
 * price: audio, and calls in another service tier than those of the listed prices.
 */
export function readUsage(answer: Fields, pricesTiers: boolean): TokenUsage | null {
  const usage = answer["usage"];
  if (!isFields(usage)) return null;
  const tiers = [answer, usage].flatMap((one) => one["service_tier"] ?? []);
  if (!pricesTiers && !tiers.every((tier) => listedTiers.has(tier))) return null;
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
    input: input + written + readApart + compacted(usage, "input_tokens"),
    cacheRead: readApart + count(inDetails["cached_tokens"]),
    cacheWrite: Math.max(0, written - cacheWriteHour) + count(inDetails["cache_write_tokens"]),
    cacheWriteHour,
    // Some providers count reasoning in the total alone.
    output:
      Math.max(output, count(usage["total_tokens"]) - input) + compacted(usage, "output_tokens"),
    reasoning: count(outDetails["reasoning_tokens"]),
  };
}

/** Anthropic leaves compactions of the context out of its sums. */
function compacted({ iterations }: Fields, name: string): number {
  if (!Array.isArray(iterations)) return 0;
  return iterations
    .filter((one): one is Fields => isFields(one) && one["type"] === "compaction")
    .reduce((sum, one) => sum + count(one[name]), 0);
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
