import type { MeterTabs } from "@agent-treasury/provider";
import { checkOptions } from "@agent-treasury/provider/helpers";
import type { ModelCall, ModelPrices } from "./model-prices.ts";

/** A charge that the treasury did not record. It counts the reservation, as an estimate. */
export interface UnsettledCharge {
  /** Number of the reservation. Settle it later with `amountUsd`. */
  readonly number: number;
  /** What the call cost, 0 if nothing. */
  readonly amountUsd: number;
  readonly meter: string;
  readonly error: unknown;
}

export interface MeterOptions {
  readonly tabs: MeterTabs;
  /** Default: that of the client, otherwise `demo`. */
  readonly workspaceId?: string;
  readonly tabId: string;
  /**
   * Returns the prices of a call's model, or undefined to refuse the call. Default: `catalogPrices`.
   *
   * @example
   * ```ts
   * const price = (call: ModelCall) => catalogPrices({ ...call, provider: "openai" });
   * ```
   */
  readonly price?: (call: ModelCall) => ModelPrices | undefined;
  /**
   * What to charge in each call for a field, tool or kind of content whose cost has no upper bound,
   * by its name, in USD. Calls that contain others are refused.
   *
   * @example
   * ```ts
   * const allow = { web_search: 0.1, my_field: 0 };
   * ```
   */
  readonly allow?: Readonly<Record<string, number>>;
  /** Seconds in which a call ends. Its reservation then counts as charged. Default: 600. */
  readonly seconds?: number;
  /** Receives each charge that the treasury did not record after four attempts. */
  readonly onUnsettled?: (charge: UnsettledCharge) => void;
}

/** @throws TreasuryError `invalid_request` for an unknown option. */
export function checkMeterOptions(of: string, options: MeterOptions): void {
  checkOptions(of, options, {
    tabs: true,
    workspaceId: true,
    tabId: true,
    price: true,
    allow: true,
    seconds: true,
    onUnsettled: true,
  });
}

/** A call that a meter refused before it was made. */
export class MeterError extends Error {
  /**
   * `model_unpriced`: the model has no price. `call_unbounded`: the cost of the call has no upper
   * bound.
   */
  readonly code: "model_unpriced" | "call_unbounded";

  constructor(code: MeterError["code"], message: string) {
    super(message);
    this.name = "MeterError";
    this.code = code;
  }
}
