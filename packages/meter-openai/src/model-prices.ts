import { Micros } from "@agent-treasury/provider";
import { calcPrice } from "@pydantic/genai-prices";

/** A call whose model needs a price. */
export interface ModelCall {
  /** Name of the model in the call. */
  readonly model: string;
  /** Provider of the AI SDK's model, such as `openai.responses`. */
  readonly provider?: string;
  /** Address of the request. */
  readonly url?: string;
  /** Body of the request, or the call options of the AI SDK. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A price in USD per million tokens. The last tier that starts below the call's input applies. */
export type TokenPrice = number | TieredPrice;

export interface TieredPrice {
  readonly base: number;
  readonly tiers: readonly { readonly start: number; readonly price: number }[];
}

/** Prices and limits of a model. Prices are in USD per million tokens. */
export interface ModelPrices {
  readonly inputPerMillion: TokenPrice;
  readonly outputPerMillion: TokenPrice;
  /** Input from the provider's cache. Default: the price of input. */
  readonly cacheReadPerMillion?: TokenPrice;
  /** Input written to the cache. A call with such tokens needs it. */
  readonly cacheWritePerMillion?: TokenPrice;
  /** Input written to the cache for an hour. A call with such tokens needs it. */
  readonly cacheWriteHourPerMillion?: TokenPrice;
  /** Default: the price of output. */
  readonly reasoningPerMillion?: TokenPrice;
  /** USD per million requests. Default: 0. */
  readonly requestsPerMillion?: number;
  /** The model's maximum of output tokens. Default: `contextTokens`. */
  readonly maximumOutputTokens?: number;
  /** The model's maximum of input and output tokens. */
  readonly contextTokens?: number;
  /** The most tokens of one image. Default: 5,000 for Claude, 50,000 for other models. */
  readonly imageTokens?: number;
}

/** Tokens that a provider counted. The totals `input` and `output` contain the others. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWriteHour: number;
  readonly output: number;
  readonly reasoning: number;
}

const catalogueKeys = {
  inputPerMillion: "input_mtok",
  outputPerMillion: "output_mtok",
  cacheReadPerMillion: "cache_read_mtok",
  cacheWritePerMillion: "cache_write_mtok",
  cacheWriteHourPerMillion: "cache_write_1h_mtok",
  reasoningPerMillion: "output_reasoning_mtok",
} as const;

/** How long a call may last. */
const callMs = 600_000;
/** Models that search the web in every call, although the request has no tool for it. */
const searching = /search-(?:preview|api)|sonar|-online$/i;

/**
 * Returns the prices of a model in the catalogue of `@pydantic/genai-prices`, or undefined. The
 * catalogue knows a provider by its name or by the address of its requests. If a dearer hour of the
 * provider begins within ten minutes, its prices apply.
 *
 * A model whose images, video or citations have prices of their own is undefined, too, and one that
 * searches the web in every call without a price of requests.
 *
 * @example
 * ```ts
 * catalogPrices({ provider: "openai", model: "gpt-5", body: {} })?.inputPerMillion; // 1.25
 * ```
 */
export function catalogPrices(call: ModelCall): ModelPrices | undefined {
  const now = Date.now();
  // Providers may bill a call by the time of its end.
  const [begun, ended] = [now, now + callMs].map((at) => pricesAt(call, new Date(at)));
  return begun && ended && dearer(begun, ended);
}

function dearer(one: ModelPrices, other: ModelPrices): ModelPrices {
  const prices = new Map<string, TokenPrice>(Object.entries(one));
  for (const [name, price] of Object.entries(other) as [string, TokenPrice][]) {
    const known = prices.get(name);
    if (known === undefined || baseOf(price) > baseOf(known)) prices.set(name, price);
  }
  return Object.fromEntries(prices) as unknown as ModelPrices;
}

function baseOf(price: TokenPrice): number {
  return typeof price === "number" ? price : price.base;
}

function pricesAt({ model, provider, url }: ModelCall, timestamp: Date): ModelPrices | undefined {
  const providerId = provider?.split(".")[0];
  const found = calcPrice({}, model, {
    ...(providerId === undefined ? { providerApiUrl: url ?? "unknown:" } : { providerId }),
    timestamp,
  });
  const prices = found?.model_price;
  if (found == null || prices?.["input_mtok"] === undefined || prices["output_mtok"] === undefined)
    return undefined;
  if (Object.keys(prices).some((key) => /image|video|citation/.test(key))) return undefined;
  const context = contextOf(found.model.context_window, Object.values(prices));
  const requests = prices["requests_kcount"];
  if (searching.test(model) && requests === undefined) return undefined;
  return Object.fromEntries([
    ...Object.entries(catalogueKeys).flatMap(([name, key]) =>
      prices[key] === undefined ? [] : [[name, prices[key]]],
    ),
    ...(context === undefined ? [] : [["contextTokens", context]]),
    ...(typeof requests === "number" ? [["requestsPerMillion", requests * 1_000]] : []),
  ]) as ModelPrices;
}

/** A price for input beyond the listed context means that a request can ask for a longer one. */
function contextOf(listed: number | undefined, prices: readonly unknown[]): number | undefined {
  const isLonger = prices.some(
    (price) =>
      typeof price === "object" &&
      (price as TieredPrice).tiers.some(({ start }) => listed !== undefined && start >= listed),
  );
  return isLonger ? undefined : listed;
}

/** Billionths of a micro-dollar, in which sums are exact. */
const perMicro = 1_000_000_000n;

/**
 * Returns what a call cost, rounded up to a micro-dollar, or null if a kind of its tokens has no
 * price.
 */
export function costOf(prices: ModelPrices, usage: TokenUsage): Micros | null {
  const { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning } = usage;
  const plain = Math.max(0, input - cacheRead - cacheWrite - cacheWriteHour);
  const parts: readonly (readonly [number, TokenPrice | undefined])[] = [
    [plain, prices.inputPerMillion],
    [cacheRead, prices.cacheReadPerMillion ?? prices.inputPerMillion],
    [cacheWrite, prices.cacheWritePerMillion],
    [cacheWriteHour, prices.cacheWriteHourPerMillion],
    [Math.max(0, output - reasoning), prices.outputPerMillion],
    [reasoning, prices.reasoningPerMillion ?? prices.outputPerMillion],
  ];
  let sum = exact(prices.requestsPerMillion ?? 0);
  for (const [tokens, price] of parts) {
    if (tokens === 0) continue;
    if (price === undefined) return null;
    sum += BigInt(tokens) * exact(priceAt(price, input));
  }
  return roundUp(sum);
}

/** Returns the most that tokens can cost, at the dearest price of their direction. */
export function dearestCost(prices: ModelPrices, input: number, output: number): Micros {
  const ofInput = [
    prices.inputPerMillion,
    prices.cacheReadPerMillion,
    prices.cacheWritePerMillion,
    prices.cacheWriteHourPerMillion,
  ];
  const ofOutput = [prices.outputPerMillion, prices.reasoningPerMillion];
  return roundUp(
    exact(prices.requestsPerMillion ?? 0) +
      BigInt(input) * dearest(ofInput, input) +
      BigInt(output) * dearest(ofOutput, input),
  );
}

function dearest(prices: readonly (TokenPrice | undefined)[], input: number): bigint {
  const all = prices.flatMap((price = 0) =>
    typeof price === "number"
      ? [exact(price)]
      : [{ start: -1, price: price.base }, ...price.tiers].map((tier) => {
          // Also tiers that do not apply are checked, because no price may fail after the call.
          const exactPrice = exact(tier.price);
          return tier.start < input ? exactPrice : 0n;
        }),
  );
  return all.reduce((most, price) => (price > most ? price : most), 0n);
}

function priceAt(price: TokenPrice, input: number): number {
  if (typeof price === "number") return price;
  const reached = price.tiers.filter(({ start }) => start < input);
  return reached.reduce((last, tier) => (tier.start >= last.start ? tier : last), {
    start: -1,
    price: price.base,
  }).price;
}

/** Converts USD per million, which are micro-dollars for one, by their decimal text. */
function exact(price: number): bigint {
  if (!(price >= 0 && price < 1e9)) throw new RangeError(`${price} is not a price.`);
  return BigInt(price.toFixed(9).replace(".", ""));
}

function roundUp(sum: bigint): Micros {
  return Micros.of((sum + perMicro - 1n) / perMicro);
}
