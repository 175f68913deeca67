import {
  type Clock,
  type GateVerdict,
  type SafetyGate,
  type Storage,
  safetyGate,
} from "@agent-treasury/treasury-core";
import {
  Committer,
  type Engine,
  type PaymentIdentity,
  type SpendingPolicy,
  StorageClock,
  calendarOf,
  treasuryHousekeeping,
  treasuryOpening,
} from "@agent-treasury/treasury-core/domain";
import { type FaultyStorage, faultyStorage } from "../storage/faulty-storage.ts";
import { historyFaults } from "./history-faults.ts";
import { type History, type Purpose, type Settings, vendor } from "./history.ts";
import { seededRandom } from "./random.ts";
import type { Stage } from "./stage.ts";

const calendar = calendarOf("UTC");
/** The real gate's verdicts, asked for once: histories buy few things very often. */
const gate = rememberingGate(["office paper", "a gift card", "counterfeit watches"]);

/** Processes that share a workspace, each with its own committer. */
export interface Processes {
  readonly engines: readonly Engine[];
  readonly payments: readonly (PaymentIdentity | null)[];
  faultsMet(): number;
  /** Resolves when every commit that comes late has come. */
  settled(): Promise<void>;
}

/** Opens as many processes as a history has, on a storage with faults if it is to have any. */
export function openProcesses(history: History, stage: Stage): Processes {
  const { settings, seed } = history;
  const faulty: FaultyStorage[] = [];
  const engines = settings.payments.map((_, index) => {
    const shared = stage.storages[index % stage.storages.length];
    if (shared === undefined) throw new Error("A history needs a storage.");
    if (!settings.faults) return openEngine(shared, settings, stage.clock, seed + index);
    const storage = faultyStorage(shared, historyFaults(seed + index), stage.clock);
    faulty.push(storage);
    return openEngine(storage, settings, stage.clock, seed + index);
  });
  return {
    engines,
    payments: settings.payments,
    faultsMet: () => faulty.reduce((sum, { faults }) => sum + faultsOf(faults), 0),
    settled: async () => {
      await Promise.all(faulty.map((storage) => storage.settled()));
    },
  };
}

function faultsOf(faults: FaultyStorage["faults"]): number {
  const { unclear_landed, unclear_lost, unclear_late, conflict, rejected } = faults;
  return unclear_landed + unclear_lost + unclear_late + conflict + rejected;
}

/** One process: a committer, and what it decides by. */
export function openEngine(
  storage: Storage,
  settings: Settings,
  clock: Clock,
  seed: number,
): Engine {
  const { startingCapital, limits, autoApproveDaily, proposalLifetimeMs } = settings;
  const policy: SpendingPolicy = { limits, autoApproveDaily, proposalLifetimeMs, gate };
  const random = seededRandom(seed);
  const identifiers = { random: () => random.identifier() };
  return {
    storage,
    committer: new Committer({
      storage,
      clock,
      storageClock: new StorageClock(clock),
      identifiers,
      opening: treasuryOpening(calendar, startingCapital),
      housekeeping: treasuryHousekeeping(calendar),
    }),
    policy,
    calendar,
    clock,
    identifiers,
    payments: null,
    spendEvents: null,
    report: (error) => {
      throw error;
    },
    startingCapital,
  };
}

function rememberingGate(purposes: readonly Purpose[]): SafetyGate {
  const real = safetyGate();
  const verdicts = new Map<string, GateVerdict>(
    purposes.map((purpose) => [purpose, real.screen({ vendor, purpose, category: null })]),
  );
  return { screen: (spend) => verdicts.get(spend.purpose) ?? real.screen(spend) };
}
