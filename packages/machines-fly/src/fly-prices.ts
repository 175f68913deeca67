import type { MachinePrices } from "@agent-treasury/provider/helpers";

/**
 * Approximate hourly prices of Fly's cheapest regions. Prices differ between regions and change:
 * pass `prices` where they must match the bill.
 */
export const flyPrices: MachinePrices = {
  shared: { cpuHourUsd: 0.00107, gibibyteHourUsd: 0.00694 },
  performance: { cpuHourUsd: 0.03076, gibibyteHourUsd: 0.00694 },
};
