import { Micros } from "../money/micros.ts";
import { limitFromUsd } from "../money/usd.ts";
import type { MachineSpec } from "../ports/machine-host.ts";

/** The price of one hour of running time, in USD with at most six decimals. */
export interface MachinePrice {
  readonly cpuHourUsd: number;
  /** Per 1024 MB of memory. */
  readonly gibibyteHourUsd: number;
}

/**
 * Prices by CPU kind. An unlisted kind is charged at the highest listed price, so that its cost is
 * never underestimated. With an empty list, machines cost nothing.
 */
export type MachinePrices = Readonly<Record<string, MachinePrice>>;

const hourMs = 3_600_000n;
const mbInGibibyte = 1_024n;

/**
 * Returns the cost of a machine for its running time.
 *
 * @param ranMs milliseconds, as returned by `runningMs`.
 * @throws TreasuryError `invalid_request` for an invalid price.
 * @example
 * computeCost({ performance: { cpuHourUsd: 0.03, gibibyteHourUsd: 0.007 } }, spec, ranMs);
 */
export function computeCost(
  prices: MachinePrices,
  { cpuKind, cpus, memoryMb }: Pick<MachineSpec, "cpuKind" | "cpus" | "memoryMb">,
  ranMs: number,
): Micros {
  const listed = Object.hasOwn(prices, cpuKind) ? prices[cpuKind] : undefined;
  const counted = listed === undefined ? Object.values(prices) : [listed];
  const memory = BigInt(Math.round(memoryMb));
  const hourly = counted
    .map((price) => {
      const ofCpus = Micros.multiply(
        limitFromUsd(price.cpuHourUsd, "cpuHourUsd"),
        BigInt(Math.ceil(cpus)),
      );
      const gibibyteHour = limitFromUsd(price.gibibyteHourUsd, "gibibyteHourUsd");
      return Micros.add(ofCpus, Micros.portion(gibibyteHour, memory, mbInGibibyte));
    })
    .reduce(Micros.max, Micros.zero);
  return Micros.portion(hourly, BigInt(Math.round(ranMs)), hourMs);
}
