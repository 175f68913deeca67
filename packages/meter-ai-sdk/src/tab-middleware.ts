import type { MeterOptions } from "@agent-treasury/meter-openai";
import {
  type Charge,
  type TokenUsage,
  checkMeterOptions,
  isRejection,
  observedStream,
  parse,
  priceCall,
  readUsage,
  reserveCharge,
  wasNotSent,
} from "@agent-treasury/meter-openai/helpers";
import {
  APICallError,
  type LanguageModelMiddleware,
  LoadAPIKeyError,
  UnsupportedFunctionalityError,
} from "ai";
import { type CallOptions, type ProviderModel, callBounds } from "./call-bounds.ts";

type Generated = Awaited<ReturnType<ProviderModel["doGenerate"]>>;
type Finished = Pick<Generated, "usage" | "finishReason" | "providerMetadata">;

/**
 * Returns a middleware that charges each call of a language model to a tab. Each attempt of the AI
 * SDK is a call.
 *
 * It reserves the most that the call can cost, makes the call, and settles what the provider
 * counted. If the tab refuses the reservation, the call fails with the error of the treasury.
 *
 * @example
 * ```ts
 * import { openai } from "@ai-sdk/openai";
 * import { wrapLanguageModel } from "ai";
 *
 * const middleware = tabMiddleware({ tabs: treasury.tabs, workspaceId: "demo", tabId });
 * const model = wrapLanguageModel({ model: openai("gpt-5"), middleware });
 * ```
 */
export function tabMiddleware(options: MeterOptions): LanguageModelMiddleware {
  checkMeterOptions("tabMiddleware", options);
  return {
    specificationVersion: "v4",
    wrapGenerate: async ({ doGenerate, params, model }) => {
      const { charge, result } = await charged(params, model, options, doGenerate);
      await charge.settle(usageIn(result, options));
      return result;
    },
    wrapStream: async ({ doStream, params, model }) => {
      const { charge, result } = await charged(params, model, options, doStream);
      const stream = observedStream(result.stream, {
        piece: async (part) => {
          if (part.type === "finish")
            await charge.settle(isWhole(part) ? usageIn(part, options) : null);
        },
        end: () => charge.settle(null),
      });
      return { ...result, stream };
    },
  };
}

/** Makes a call with a reservation. The charge of a call that fails has ended. */
async function charged<Result>(
  params: CallOptions,
  model: ProviderModel,
  options: MeterOptions,
  call: () => PromiseLike<Result>,
): Promise<{ readonly charge: Charge; readonly result: Result }> {
  const { abortSignal } = params;
  abortSignal?.throwIfAborted();
  const { modelId, provider } = model;
  const body = { ...params };
  const priced = priceCall({ model: modelId, provider, body }, callBounds(params, model), options);
  const charge = await reserveCharge(priced, options);
  if (abortSignal?.aborted === true) {
    await charge.cancel();
    abortSignal.throwIfAborted();
  }
  try {
    return { charge, result: await call() };
  } catch (error) {
    await (costNothing(error) ? charge.cancel() : charge.settle(null));
    throw error;
  }
}

function costNothing(error: unknown): boolean {
  if (LoadAPIKeyError.isInstance(error) || UnsupportedFunctionalityError.isInstance(error))
    return true;
  if (!APICallError.isInstance(error) || error.statusCode === undefined) return wasNotSent(error);
  // Providers of the AI SDK give statuses to errors inside of answers, too.
  const { statusCode, responseHeaders = {}, responseBody = "" } = error;
  const isAnswer =
    responseHeaders["content-type"]?.includes("text/event-stream") === true ||
    typeof responseBody !== "string" ||
    parse(responseBody)?.["usage"] !== undefined;
  return isRejection(statusCode) && !isAnswer;
}

/** Whether a stream reached its end. The AI SDK also finishes streams that broke. */
function isWhole({ finishReason: { unified, raw } }: Finished): boolean {
  return (
    unified !== "error" && unified !== "interrupted" && (unified !== "other" || raw !== undefined)
  );
}

function usageIn(finished: Finished, { allow }: MeterOptions): TokenUsage | null {
  const { usage, providerMetadata = {} } = finished;
  const { inputTokens, outputTokens, raw } = usage;
  const tiers = Object.values(providerMetadata).map((metadata) => metadata["serviceTier"]);
  const answer = { service_tier: tiers.find((tier) => tier != null) };
  const listed = {
    input_tokens: inputTokens.total,
    input_tokens_details: {
      cached_tokens: inputTokens.cacheRead,
      cache_write_tokens: inputTokens.cacheWrite,
    },
    output_tokens: outputTokens.total,
    output_tokens_details: { reasoning_tokens: outputTokens.reasoning },
  };
  // The provider's own usage separates audio, and cache writes for an hour.
  const known = raw !== undefined && ("input_tokens" in raw || "prompt_tokens" in raw);
  return readUsage(
    { ...answer, usage: known ? raw : listed },
    allow?.["service_tier"] !== undefined || allow?.["serviceTier"] !== undefined,
  );
}
