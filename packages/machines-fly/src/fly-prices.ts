import type { MachinePrices } from "@agent-treasury/provider/helpers";

/**
 * About what Fly asks in its cheapest regions, by the hour. Prices differ between regions and change:
 * pass `prices` where the bill has to agree.
 */
export const flyPrices: MachinePrices = {
  shared: { cpuHourUsd: 0.00107, gibibyteHourUsd: 0.00694 },
  performance: { cpuHourUsd: 0.03076, gibibyteHourUsd: 0.00694 },
};
