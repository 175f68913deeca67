import type { Clock, Identifiers, Storage } from "@agent-treasury/provider";
import { knownRails, localClock } from "@agent-treasury/rules";
import { type RulesVerdict, type ScreeningRules, screeningRules } from "@agent-treasury/screening";
import { type FaultyStorage, faultyStorage } from "@agent-treasury/testing";
import {
  Committer,
  type Engine,
  type EventRecorder,
  RuleSets,
  type TreasuryTerms,
  StorageClock,
  calendarOf,
  composeTreasury,
  noMarker,
  shownRecords,
  treasuryMaintenance,
  treasuryOpening,
  treasuryRecorder,
} from "../../packages/treasury-core/src/domain.ts";
import { historyFaults } from "./history-faults.ts";
import { type History, type Purpose, type Round, type Settings, vendor } from "./history.ts";
import { performStep } from "./perform-step.ts";
import { seededRandom } from "./random.ts";
import { skewedTime } from "./skewed-time.ts";
import type { Stage } from "./stage.ts";

const calendar = calendarOf("UTC");
/** Screening verdicts, cached because histories repeat few purchases. */
const gate = cachedScreening(["office paper", "a gift card", "counterfeit watches"]);

export interface TakenStep {
  /** The caller's result. */
  readonly answer: string;
  /** The decision time in milliseconds since 1970, which differs by process. */
  readonly now: number;
}

/** Processes that share a workspace, each with its own committer. */
export interface Processes {
  /** Performs all steps of a round concurrently. */
  take(round: Round): Promise<readonly TakenStep[]>;
  /** The process that reads after the round of an index. */
  reader(index: number): Engine;
  faultsMet(): number;
  /** Resolves when every process is closed and late commits have landed. */
  close(): Promise<void>;
}

/**
 * Opens a history's processes, on a storage with faults if it has any. Each has its own clock skew;
 * a reader uses the storage's time.
 */
export function openProcesses(history: History, stage: Stage): Processes {
  const { settings, seed } = history;
  const faulty: FaultyStorage[] = [];
  const recorder = recorderOf(history);
  const engines = settings.payments.map((_, index) => {
    const shared = stage.storages[index % stage.storages.length];
    if (shared === undefined) throw new Error("A history needs a storage.");
    const own = seed + index;
    const identifiers = seededIdentifiers(own);
    if (!settings.faults) {
      const { storage, clock } = skewedTime({ storage: shared, clock: stage.clock }, own);
      return openEngine(storage, settings, clock, identifiers, recorder);
    }
    const unreliable = faultyStorage(shared, historyFaults(own), stage.clock);
    faulty.push(unreliable);
    const { storage, clock } = skewedTime({ storage: unreliable, clock: stage.clock }, own);
    return openEngine(storage, settings, clock, identifiers, recorder);
  });
  const engineAt = (index: number): Engine => {
    const engine = engines[index];
    if (engine === undefined) throw new Error(`There is no committer ${index}.`);
    return engine;
  };
  const random = seededRandom(seed ^ 0x5eed);
  return {
    take: ({ moves }) =>
      Promise.all(
        moves.map(async ({ committer, step }) => {
          // Varies the order in which they begin.
          for (let turn = random.below(6); turn > 0; turn -= 1) await Promise.resolve();
          const payment = settings.payments[committer] ?? null;
          let now = stage.clock.now();
          const decided = (at: number): void => {
            now = at;
          };
          const engine = engineAt(committer);
          const answer = await performStep(engine, payment, stage.workspaceId, step, decided);
          return { answer, now };
        }),
      ),
    reader: (index) => engineAt(index % engines.length),
    faultsMet: () => faulty.reduce((sum, { faults }) => sum + faultsOf(faults), 0),
    close: async () => {
      await Promise.all(engines.map(({ committer }) => committer.close()));
      await Promise.all(faulty.map((storage) => storage.settled()));
    },
  };
}

const { eventsOf } = composeTreasury({} as TreasuryTerms, {});

/** Every second history records its events. */
export function isRecorded({ seed }: History): boolean {
  return seed % 2 === 0;
}

export function recorderOf(history: History): EventRecorder {
  const options = { hasConsumers: () => isRecorded(history), reports: false };
  return treasuryRecorder(options, eventsOf);
}

function faultsOf(faults: FaultyStorage["faults"]): number {
  const { unclear_landed, unclear_lost, unclear_late, conflict, rejected } = faults;
  return unclear_landed + unclear_lost + unclear_late + conflict + rejected;
}

/** Seeded identifiers. */
export function seededIdentifiers(seed: number): Identifiers {
  const random = seededRandom(seed);
  return { random: () => random.identifier() };
}

/** One process: a committer with its clock and identifiers. */
export function openEngine(
  storage: Storage,
  settings: Settings,
  clock: Clock,
  identifiers: Identifiers,
  recorder: EventRecorder | null = null,
): Engine {
  const { startingCapital, limits, autoApproveDaily, proposalLifetimeMs } = settings;
  const rules = {
    ruleSets: new RuleSets({ rules: [] }),
    clock: localClock("UTC"),
    marker: noMarker,
  };
  const publishing = {
    rails: knownRails,
    hasSignIn: true,
    hasPasskeys: false,
    passkeyHolders: () => 0,
  };
  const terms = {
    autoApprovePayees: "any" as const,
    limits,
    autoApproveDaily,
    proposalLifetimeMs,
    gate,
    ...rules,
  };
  return {
    storage,
    committer: new Committer({
      storage,
      clock,
      storageClock: new StorageClock(clock),
      identifiers,
      opening: treasuryOpening(calendar, startingCapital),
      maintenance: treasuryMaintenance(calendar),
      ...(recorder !== null && { recorder }),
    }),
    ...composeTreasury(terms, { publishing }),
    calendar,
    clock,
    identifiers,
    payments: null,
    spendEvents: null,
    shown: shownRecords(),
    external: null,
    report: (error) => {
      throw error;
    },
    startingCapital,
  };
}

function cachedScreening(purposes: readonly Purpose[]): ScreeningRules {
  const real = screeningRules();
  const verdicts = new Map<string, RulesVerdict>(
    purposes.map((purpose) => [purpose, real.screen({ vendor, purpose, category: null })]),
  );
  return { screen: (spend) => verdicts.get(spend.purpose) ?? real.screen(spend) };
}
