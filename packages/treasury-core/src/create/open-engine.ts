import {
  type Clock,
  randomIdentifiers,
  type SpendEvent,
  systemClock,
} from "@agent-treasury/provider";
import { wholeClock } from "@agent-treasury/provider/helpers";
import { knownRails } from "@agent-treasury/rules";
import { type EventWiring, treasuryRecorder } from "../features/events/index.ts";
import { freezeMarker } from "../features/freezes/index.ts";
import { passkeyHolders } from "../features/passkeys/index.ts";
import {
  connectedExecutorsOf,
  ExternalSpends,
  type PayingEngine,
  reviewTimesOf,
} from "../features/payments/index.ts";
import { defaultRulesOf, RuleSets } from "../features/rules/index.ts";
import { judgeOf, screeningRulesOf } from "../features/screening/index.ts";
import { storageOf } from "../features/telemetry/index.ts";
import { kernelTermsOf, startingCapitalOf } from "../features/workspace/index.ts";
import type { ActionType } from "../kernel/action-type.ts";
import { invalidRequest } from "../kernel/errors.ts";
import { calendarOf } from "../kernel/ledger/business-day.ts";
import { Committer } from "../kernel/ledger/commit/committer.ts";
import { StorageClock } from "../kernel/ledger/commit/storage-clock.ts";
import { purgedStorage } from "../kernel/ledger/purged-storage.ts";
import { rejectingStalledReads } from "../kernel/ledger/stalled-reads.ts";
import { treasuryMaintenance, treasuryOpening } from "../kernel/maintenance.ts";
import { shownRecords } from "../kernel/views/shown-records.ts";
import { MemoryTurnLog } from "../memory/memory-turn-log.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
import { composeTreasury } from "./compose-features.ts";
import { loadLater } from "./load-ahead.ts";

export function openEngine(
  options: TreasuryOptions,
  report: (error: unknown) => void,
  { recording, committed }: Pick<EventWiring, "recording" | "committed">,
  pluginAction: ActionType,
): PayingEngine {
  const { identifiers = randomIdentifiers } = options;
  const clock = options.clock === undefined ? systemClock : checkedClock(options.clock);
  const storageClock = new StorageClock(clock);
  const storage = purgedStorage(storageOf(options), {
    monotonic: () => clock.monotonic(),
    storageNow: () => storageClock.estimate(),
    // A storage without a turn log: its turns end with the process.
    turnLog: new MemoryTurnLog({ now: () => clock.now(), arrive: () => Promise.resolve() }),
    report,
  });
  const calendar = calendarOf(options.timeZone ?? "UTC");
  const startingCapital = startingCapitalOf(options);
  const executors = connectedExecutorsOf(options);
  const rails = executors.map(({ executor }) => executor.provider);
  const publishing = {
    rails: [...new Set([...knownRails, ...rails])],
    hasSignIn: options.authenticate !== undefined,
    hasPasskeys: options.passkeys !== undefined,
    passkeyHolders,
  };
  const terms = {
    ...kernelTermsOf(options),
    gate: screeningRulesOf(options),
    ruleSets: new RuleSets(defaultRulesOf(options.rules, publishing)),
    reviews: reviewTimesOf(executors),
    marker: freezeMarker(storage, clock),
    judge: judgeOf(options, clock, report),
  };
  const { eventsOf, ...composition } = composeTreasury(terms, {
    options,
    publishing,
    pluginAction,
  });
  const { policy } = composition;
  const committer = new Committer({
    storage,
    clock,
    storageClock,
    identifiers,
    opening: treasuryOpening(calendar, startingCapital),
    maintenance: treasuryMaintenance(calendar),
    recorder: treasuryRecorder(recording, eventsOf),
    committed,
    slices: policy.slices,
  });
  const isExternal = executors.length > 0;
  const parts = { storage, committer, policy, clock, identifiers, report, executors };
  const receiveEvent = async (event: SpendEvent): Promise<void> => {
    const { receiveSpendEvent } = await loadLater();
    await receiveSpendEvent(engine, executors, event);
  };
  const engine: PayingEngine = {
    storage: rejectingStalledReads(storage, clock),
    committer,
    ...composition,
    calendar,
    external: isExternal ? new ExternalSpends(parts, loadLater) : null,
    clock,
    identifiers,
    report,
    payments: options.payments?.processor ?? null,
    spendEvents: isExternal ? { receive: receiveEvent } : null,
    shown: shownRecords(),
    startingCapital,
  };
  return engine;
}

/**
 * A clock of the app. Its faults must not reach stored times or limits.
 *
 * @throws TreasuryError `invalid_request` if it returns no times.
 */
function checkedClock(clock: Clock): Clock {
  const now = (): number => clock.now();
  wholeClock(now, "clock.now", "invalid_request")();
  if (!Number.isFinite(clock.monotonic())) {
    throw invalidRequest(
      "The option `clock.monotonic` returned no number. Return milliseconds, as performance.now does.",
    );
  }
  return {
    now: wholeClock(now, "clock.now", "internal_error"),
    monotonic: () => clock.monotonic(),
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
  };
}
