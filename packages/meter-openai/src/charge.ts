import { Micros } from "@agent-treasury/provider";
import type { MeterOptions, UnsettledCharge } from "./meter-options.ts";
import { type TokenUsage, costOf } from "./model-prices.ts";
import type { PricedCall } from "./worst-case.ts";

/** Milliseconds before each further attempt to record a charge. */
const delaysMs: readonly number[] = [100, 1_000, 5_000];

/** The charge of one call: a reservation that ends once. */
export interface Charge {
  /** Settles at the cost of the tokens, or at the reservation if their cost is unknown. */
  settle(usage: TokenUsage | null): Promise<void>;
  /** Cancels the reservation of a call that surely cost nothing. */
  cancel(): Promise<void>;
}

/**
 * Reserves the most that a call can cost.
 *
 * @throws the error of the treasury if it refuses, or does not answer.
 */
export async function reserveCharge(call: PricedCall, options: MeterOptions): Promise<Charge> {
  const { settle, cancel } = await reserveAmount(call.worstMicros, call.model, options);
  return {
    settle: (usage) => {
      const costMicros = usage === null ? null : costOf(call.prices, usage);
      return settle(costMicros === null ? null : Micros.add(costMicros, call.allowedMicros));
    },
    cancel,
  };
}

/** A reservation that ends once. */
export interface ReservedAmount {
  /** Settles at a cost, or at the reservation if the cost is unknown. */
  settle(costMicros: Micros | null, meter?: string): Promise<void>;
  cancel(): Promise<void>;
}

/** @throws the error of the treasury if it refuses, or does not answer. */
export async function reserveAmount(
  worstMicros: Micros,
  meter: string,
  options: Omit<MeterOptions, "price" | "allow">,
): Promise<ReservedAmount> {
  const { tabs, workspaceId, tabId, seconds, onUnsettled } = options;
  const reservedMicros = Micros.max(worstMicros, Micros.of(1n));
  const tab = { tabId, ...(workspaceId !== undefined && { workspaceId }) };
  const { number } = await tabs.reserve({
    ...tab,
    amountUsd: Micros.toUsd(reservedMicros),
    meter: nameOf(meter),
    ...(seconds !== undefined && { seconds }),
  });
  const reservation = { ...tab, number };
  let ended: Promise<void> | undefined;

  const end = async (
    charged: Pick<UnsettledCharge, "amountUsd" | "meter">,
    record: () => Promise<unknown>,
  ): Promise<void> => {
    const failure = await failureOf(record);
    // The answer of the model does not wait for the further attempts.
    if (failure !== null) void repeat(charged, record);
  };

  const repeat: typeof end = async (charged, record) => {
    let error: unknown;
    for (const delayMs of delaysMs) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const failure = await failureOf(record);
      if (failure === null) return;
      ({ error } = failure);
    }
    // An error of the app here would end its process, because nothing waits for this.
    await failureOf(async () => onUnsettled?.({ number, ...charged, error }));
  };

  return {
    settle: (costMicros, actualMeter = meter) => {
      const amountUsd = Micros.toUsd(costMicros ?? reservedMicros);
      const charged = { amountUsd, meter: nameOf(actualMeter) };
      ended ??= end(charged, () => tabs.settle({ ...reservation, ...charged }));
      return ended;
    },
    cancel: () => {
      ended ??= end({ amountUsd: 0, meter: nameOf(meter) }, () => tabs.cancel(reservation));
      return ended;
    },
  };
}

/** Returns a name that a tab accepts. */
function nameOf(meter: string): string {
  return meter.slice(0, 64);
}

async function failureOf(
  record: () => Promise<unknown>,
): Promise<{ readonly error: unknown } | null> {
  try {
    await record();
    return null;
  } catch (error) {
    return { error };
  }
}
