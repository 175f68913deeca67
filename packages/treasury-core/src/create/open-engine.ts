import { type Clock, systemClock, randomIdentifiers, type TurnLog } from "@agent-treasury/provider";
import { treasuryRecorder } from "../events/treasury-recorder.ts";
import { calendarOf } from "../ledger/business-day.ts";
import { Committer } from "../ledger/commit/committer.ts";
import { StorageClock } from "../ledger/commit/storage-clock.ts";
import { purgedStorage } from "../ledger/purged-storage.ts";
import { rejectingStalledReads } from "../ledger/stalled-reads.ts";
import { MemoryTurnLog } from "../memory/memory-turn-log.ts";
import type { ActionType } from "../treasury/administration/action-type.ts";
import type { ClassifierDeps } from "../treasury/classifier/ask-classifier.ts";
import { CircuitBreakers } from "../treasury/classifier/circuit-breaker.ts";
import type { Engine } from "../treasury/engine.ts";
import { freezeMarker } from "../treasury/freezes/freeze-marker.ts";
import { treasuryMaintenance, treasuryOpening } from "../treasury/maintenance.ts";
import { ExternalSpends } from "../treasury/payouts/external-spends.ts";
import { spendEventReceiver } from "../treasury/payouts/record-spend-notice.ts";
import { shownRecords } from "../treasury/shown-records.ts";
import {
  classifierCallsPerMinuteOf,
  classifierTimeoutMsOf,
  connectedExecutorsOf,
} from "./bounds-from-options.ts";
import { composeTreasury } from "./compose-features.ts";
import type { EventWiring } from "./event-wiring.ts";
import { publishingTermsOf, spendingTermsOf, startingCapitalOf } from "./policy-from-options.ts";
import { storageOf } from "./telemetry-from-options.ts";
import type { TreasuryOptions } from "./treasury-options.ts";

export function openEngine(
  options: TreasuryOptions,
  report: (error: unknown) => void,
  { recording, committed }: Pick<EventWiring, "recording" | "committed">,
  pluginAction: ActionType,
): Engine {
  const { clock = systemClock, identifiers = randomIdentifiers } = options;
  const storageClock = new StorageClock(clock);
  const storage = purgedStorage(storageOf(options), {
    monotonic: () => clock.monotonic(),
    storageNow: () => storageClock.estimate(),
    turnLog: turnLogHere(clock),
    report,
  });
  const calendar = calendarOf(options.timeZone ?? "UTC");
  const startingCapital = startingCapitalOf(options);
  const passkeys = options.passkeys ?? null;
  const publishing = publishingTermsOf(options);
  const terms = spendingTermsOf(options, publishing, freezeMarker(storage, clock));
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
  });
  const executors = connectedExecutorsOf(options);
  const isExternal = executors.length > 0;
  const parts = { storage, committer, policy, clock, identifiers, report, executors };
  const engine: Engine = {
    storage: rejectingStalledReads(storage, clock),
    committer,
    ...composition,
    publishing,
    calendar,
    classifier: classifierOf(options, clock, report),
    external: isExternal ? new ExternalSpends(parts) : null,
    clock,
    identifiers,
    report,
    passkeys,
    payments: options.payments?.processor ?? null,
    spendEvents: isExternal ? spendEventReceiver(() => engine, executors) : null,
    plugins: (options.plugins ?? []).map(({ id }) => id),
    shown: shownRecords(),
    startingCapital,
  };
  return engine;
}

/** Fallback. Its turns end with the process. */
function turnLogHere({ now }: Clock): TurnLog {
  return new MemoryTurnLog({ now, arrive: () => Promise.resolve() });
}

function classifierOf(
  options: TreasuryOptions,
  clock: Clock,
  report: (error: unknown) => void,
): ClassifierDeps | null {
  const timeoutMs = classifierTimeoutMsOf(options);
  const {
    classifier,
    classifierAsks: asks = "all",
    onSilence = "approval",
  } = options.screening ?? {};
  if (classifier === undefined) return null;
  const breakers = new CircuitBreakers(clock, classifierCallsPerMinuteOf(options));
  return { classifier, timeoutMs, clock, breakers, asks, onSilence, report };
}
