import { Micros } from "../money/micros.ts";
import { limitFromUsd } from "../money/usd.ts";
import type { MachineSpec } from "../ports/machine-host.ts";

/** What an hour of running costs, in USD with at most six decimals. */
export interface MachinePrice {
  /** For each CPU. */
  readonly cpuHourUsd: number;
  /** For each 1024 MB of memory. */
  readonly gibibyteHourUsd: number;
}

/**
 * Prices by kind of CPU. A kind that is not listed is counted at the highest of them, so that a cost is
 * never told too low; where none is listed, machines cost nothing.
 */
export type MachinePrices = Readonly<Record<string, MachinePrice>>;

const hourMs = 3_600_000n;
const mbInGibibyte = 1_024n;

/**
 * What a machine costs for the time that it ran.
 *
 * @param ranMs milliseconds, as `runningMs` counts them.
 * @throws TreasuryError `invalid_request` for a price that is no amount.
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
