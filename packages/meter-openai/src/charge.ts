import { Micros } from "@agent-treasury/provider";
import type { MeterOptions } from "./meter-options.ts";
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
  const { tabs, workspaceId, tabId, seconds, onUnsettled } = options;
  const meter = call.model.slice(0, 64);
  const reservedMicros = Micros.max(call.worstMicros, Micros.of(1n));
  const tab = { tabId, ...(workspaceId !== undefined && { workspaceId }) };
  const { number } = await tabs.reserve({
    ...tab,
    amountUsd: Micros.toUsd(reservedMicros),
    meter,
    ...(seconds !== undefined && { seconds }),
  });
  const reservation = { ...tab, number };
  let ended: Promise<void> | undefined;

  const end = async (amountMicros: Micros, record: () => Promise<unknown>): Promise<void> => {
    const failure = await failureOf(record);
    // The answer of the model does not wait for the further attempts.
    if (failure !== null) void repeat(record, amountMicros);
  };

  const repeat = async (record: () => Promise<unknown>, amountMicros: Micros): Promise<void> => {
    let error: unknown;
    for (const delayMs of delaysMs) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const failure = await failureOf(record);
      if (failure === null) return;
      ({ error } = failure);
    }
    const unsettled = { number, meter, amountUsd: Micros.toUsd(amountMicros), error };
    // An error of the app here would end its process, because nothing waits for this.
    await failureOf(async () => onUnsettled?.(unsettled));
  };

  return {
    settle: (usage) => {
      const costMicros = usage === null ? null : costOf(call.prices, usage);
      const amountMicros =
        costMicros === null ? reservedMicros : Micros.add(costMicros, call.allowedMicros);
      const amountUsd = Micros.toUsd(amountMicros);
      ended ??= end(amountMicros, () => tabs.settle({ ...reservation, amountUsd, meter }));
      return ended;
    },
    cancel: () => {
      ended ??= end(Micros.zero, () => tabs.cancel(reservation));
      return ended;
    },
  };
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
