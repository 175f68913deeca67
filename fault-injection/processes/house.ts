import { Micros, type Storage, randomIdentifiers, systemClock } from "@agent-treasury/provider";
import { type Settings, openEngine } from "test-suites/histories";
import type { Engine, SpendingLimits } from "../../packages/treasury-core/src/domain.ts";

/** The default deployment of the fault-injection tests. */
export const defaultLimits: SpendingLimits = {
  maxSpendPerAction: usd(50),
  autoApproveUnder: usd(10),
  dailySpendCap: usd(100),
  minReserve: usd(20),
};

/** The payment processor of all its processes. */
export const housePayment = { provider: "sandbox", mode: "sandbox" } as const;

/** Opens one process's committer. */
export function openHouse(storage: Storage, startingCapital: Micros): Engine {
  const settings: Settings = {
    startingCapital,
    limits: defaultLimits,
    autoApproveDaily: usd(1_000_000),
    proposalLifetimeMs: null,
    payments: [housePayment],
    faults: false,
  };
  return openEngine(storage, settings, systemClock, randomIdentifiers);
}

export function usd(dollars: number): Micros {
  return Micros.of(BigInt(dollars) * 1_000_000n);
}
