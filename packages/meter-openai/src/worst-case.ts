import type { Micros } from "@agent-treasury/provider";
import { Micros as MicrosOf } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { MeterError, type MeterOptions } from "./meter-options.ts";
import { type ModelCall, type ModelPrices, catalogPrices, dearestCost } from "./model-prices.ts";

/** What bounds the cost of a call. */
export interface CallBounds {
  /** Bytes of the request without the data of its images. A byte is at most one token. */
  readonly bytes: number;
  readonly images: number;
  /** Whether the request refers to input that the provider stores or reads. */
  readonly hasHiddenInput: boolean;
  /** The limit of output tokens that the request sends. */
  readonly outputLimit: number | undefined;
  /** Answers to one request. */
  readonly choices: number;
  /** Tools, beside functions, for which the provider adds instructions of its own. */
  readonly typedTools: number;
  /** Names of the fields, tools and kinds of content whose cost has no upper bound. */
  readonly unbounded: readonly string[];
}

/** A call with its prices and the most that it can cost. */
export interface PricedCall {
  readonly model: string;
  readonly prices: ModelPrices;
  readonly worstMicros: Micros;
  /** What is charged beside the tokens. */
  readonly allowedMicros: Micros;
}

/** Tokens for the instructions that a provider adds for tools, or for an output format. */
const instructionTokens = 1_000;

/**
 * Returns the prices of a call and the most that it can cost.
 *
 * @throws MeterError if the model has no price, or the cost of the call has no upper bound.
 */
export function priceCall(call: ModelCall, bounds: CallBounds, options: MeterOptions): PricedCall {
  const { model } = call;
  const prices = (options.price ?? catalogPrices)(call);
  if (prices === undefined) {
    throw new MeterError(
      "model_unpriced",
      `The model ${JSON.stringify(model)} has no price. Return its prices from the option \`price\`.`,
    );
  }
  const allowedMicros = bounds.unbounded
    .map((name) => allowance(name, options))
    .reduce(MicrosOf.add, MicrosOf.zero);
  const output = bounds.outputLimit ?? prices.maximumOutputTokens ?? prices.contextTokens;
  if (output === undefined) {
    throw unbounded(
      "its output has no limit. Send a limit, or return `maximumOutputTokens` from the option `price`",
    );
  }
  const context = bounds.hasHiddenInput ? prices.contextTokens : 0;
  if (context === undefined) {
    throw unbounded(
      "it refers to input that it does not contain. Send that input, or return `contextTokens` from the option `price`",
    );
  }
  const perImage = prices.imageTokens ?? (/claude/i.test(model) ? 5_000 : 50_000);
  const sent =
    bounds.bytes + bounds.images * perImage + (1 + bounds.typedTools) * instructionTokens;
  const tokensMicros = dearestCost(prices, Math.max(sent, context), output * bounds.choices);
  return { model, prices, allowedMicros, worstMicros: MicrosOf.add(tokensMicros, allowedMicros) };
}

function allowance(name: string, { allow = {} }: MeterOptions): Micros {
  if (!Object.hasOwn(allow, name)) {
    throw unbounded(
      `it contains \`${name}\`. Remove it, or state what to charge for it in each call: \`allow: { ${JSON.stringify(name)}: 0.05 }\``,
    );
  }
  return limitFromUsd(allow[name], `allow.${name}`);
}

function unbounded(reason: string): MeterError {
  return new MeterError("call_unbounded", `The cost of the call has no upper bound: ${reason}.`);
}
