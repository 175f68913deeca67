import { type Clock, systemClock, randomIdentifiers, type TurnLog } from "@agent-treasury/provider";
import { TurnRunner } from "../agent/turn-runner.ts";
import type { AgentSettings } from "../agent/turn-settings.ts";
import { AgentBodies } from "../fleet/agent-bodies.ts";
import { HookDesk } from "../hooks/hook-desk.ts";
import { eventLog } from "../hooks/log-events.ts";
import { browserGuard } from "../http/browser-rules.ts";
import { failureReporter } from "../http/failure-log.ts";
import { handlerOver } from "../http/handler.ts";
import type { Service } from "../http/operations.ts";
import { failureLog, requestLog } from "../http/request-log.ts";
import { createServe } from "../http/serve.ts";
import { OpenStreams } from "../http/stream/open-streams.ts";
import { calendarOf } from "../ledger/business-day.ts";
import { Committer } from "../ledger/commit/committer.ts";
import { StorageClock } from "../ledger/commit/storage-clock.ts";
import { sweptStorage } from "../ledger/swept-storage.ts";
import { MemoryTurnLog } from "../memory/memory-turn-log.ts";
import type { ClassifierParts } from "../treasury/classifier/ask-classifier.ts";
import { CircuitBreaker } from "../treasury/classifier/circuit-breaker.ts";
import type { Engine } from "../treasury/engine.ts";
import { treasuryHousekeeping, treasuryOpening } from "../treasury/housekeeping.ts";
import { Verifications } from "../treasury/operations/verifications.ts";
import { ExternalSpends } from "../treasury/payouts/external-spends.ts";
import { spendEventReceiver } from "../treasury/payouts/record-spend-notice.ts";
import { UnderWay } from "../treasury/under-way.ts";
import { allowedOriginsOf, basePathOf, baseUrlOf } from "./address-options.ts";
import {
  classifierTimeoutMsOf,
  executionBoundsOf,
  fleetSettingsOf,
  turnLimitsOf,
} from "./bounds-from-options.ts";
import { inProcessOperations } from "./in-process-operations.ts";
import { openApiOf } from "./open-api-of.ts";
import { spendingPolicyOf, startingCapitalOf } from "./policy-from-options.ts";
import { revenueDeskOf } from "./revenue-desk-of.ts";
import { storageOf, tracedAgent } from "./telemetry-from-options.ts";
import type { TreasuryOptions } from "./treasury-options.ts";
import type { Treasury } from "./treasury.ts";

const longestRequestMs = 180_000;
const longestHooksMs = 5_000;

/**
 * Makes a treasury. Nothing is connected and no key is read before the first request needs it.
 *
 * @throws TreasuryError `invalid_request` when an option cannot be, naming it.
 * @example
 * ```ts
 * import { createTreasury } from "@agent-treasury/treasury-core";
 * import { memoryStorage } from "@agent-treasury/treasury-core/memory";
 *
 * const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
 * const response = await treasury.handler(new Request("http://localhost:3000/api/service/treasury"));
 * ```
 */
export function createTreasury(options: TreasuryOptions): Treasury {
  const { logger } = options;
  const onFailure = failureReporter(options.onFailure, logger && failureLog(logger));
  const report = (error: unknown): void => onFailure({ requestId: "none", action: null, error });
  const desk = hookDeskOf(options, report);
  const engine = engineOf(options, report, desk);
  const fleet = fleetSettingsOf(options);
  const { recoveryMs } = executionBoundsOf(options);
  const bodies = new AgentBodies(engine, fleet, recoveryMs);
  // A command could decide a spend as any guest could, if its machine reached this service.
  const mayRunCommands = options.authenticate !== undefined || fleet.host?.networked === false;
  const agent: AgentSettings = {
    ...tracedAgent(options),
    tools: options.tools ?? [],
    revenue: revenueDeskOf(engine),
    shell: fleet.host !== null && mayRunCommands ? bodies : null,
    instructions: options.instructions ?? "",
    limits: turnLimitsOf(options),
  };
  const turns = new TurnRunner(engine, agent, recoveryMs);
  const baseUrl = baseUrlOf(options.baseUrl);
  const basePath = basePathOf(options.basePath);
  const openApi = openApiOf(basePath);
  const verifications = new Verifications(engine);
  const service: Service = { engine, turns, fleet, bodies, verifications, baseUrl, openApi };
  let closing: Promise<void> | null = null;
  const streams = new OpenStreams();
  const serve = createServe({
    service,
    streams,
    basePath,
    access: options,
    mcp: options.mcp ?? null,
    guard: browserGuard({
      baseUrl,
      allowedOrigins: allowedOriginsOf(options.allowedOrigins),
      allowedHosts: options.allowedHosts ?? [],
    }),
    identifiers: engine.identifiers,
    isClosed: () => closing !== null,
    onFailure,
    onAnswered: logger === undefined ? null : requestLog(logger),
    monotonic: () => engine.clock.monotonic(),
  });
  const underWay = new UnderWay();
  return {
    handler: handlerOver((request, context) => underWay.follow(serve(request, context))),
    basePath,
    ...inProcessOperations(service),
    close: () => (closing ??= closeAll(service, streams, underWay, desk)),
  };
}

/** Null where nobody wants to be told. */
function hookDeskOf(
  { hooks, logger }: TreasuryOptions,
  report: (error: unknown) => void,
): HookDesk | null {
  if (hooks === undefined && logger === undefined) return null;
  return new HookDesk(hooks ?? {}, logger === undefined ? null : eventLog(logger), report);
}

function engineOf(
  options: TreasuryOptions,
  report: (error: unknown) => void,
  desk: HookDesk | null,
): Engine {
  const { clock = systemClock, identifiers = randomIdentifiers } = options;
  const storageClock = new StorageClock(clock);
  const storage = sweptStorage(storageOf(options), {
    monotonic: () => clock.monotonic(),
    storageNow: () => storageClock.estimate(),
    turnLog: turnLogHere(clock),
    report,
  });
  const calendar = calendarOf(options.timeZone ?? "UTC");
  const startingCapital = startingCapitalOf(options);
  const committer = new Committer({
    storage,
    clock,
    storageClock,
    identifiers,
    opening: treasuryOpening(calendar, startingCapital),
    housekeeping: treasuryHousekeeping(calendar),
    ...(desk !== null && { committed: desk.committed }),
  });
  const policy = spendingPolicyOf(options);
  const { executor } = options;
  const { timeoutMs, recoveryMs } = executionBoundsOf(options);
  const parts = { storage, committer, policy, clock, identifiers, report, timeoutMs };
  const engine: Engine = {
    storage,
    committer,
    policy,
    calendar,
    classifier: classifierOf(options, clock, report),
    external:
      executor === undefined ? null : new ExternalSpends({ ...parts, executor }, recoveryMs),
    clock,
    identifiers,
    report,
    payments: options.payments ?? null,
    spendEvents: executor === undefined ? null : spendEventReceiver(() => engine, executor),
    startingCapital,
  };
  return engine;
}

/** A log for turns that last no longer than this process, since the storage keeps none. */
function turnLogHere({ now }: Clock): TurnLog {
  return new MemoryTurnLog({ now, arrive: () => Promise.resolve() });
}

/** The classifier as the engine asks it, null for none. */
function classifierOf(
  options: TreasuryOptions,
  clock: Clock,
  report: (error: unknown) => void,
): ClassifierParts | null {
  const timeoutMs = classifierTimeoutMsOf(options);
  const { safetyClassifier: classifier, safety = {} } = options;
  if (classifier === undefined) return null;
  const { classifierAsks: asks = "all", onSilence = "screening" } = safety;
  const breaker = new CircuitBreaker(clock);
  return { classifier, timeoutMs, clock, breaker, asks, onSilence, report };
}

/** Lets go in the order of the data's way: requests, turns, commits, storage; hooks get a moment. */
async function closeAll(
  { engine, turns, bodies }: Service,
  streams: OpenStreams,
  underWay: UnderWay,
  desk: HookDesk | null,
): Promise<void> {
  // From now on, and not from when the last request is answered: that one may wait for a turn.
  turns.leaveSoon();
  // Whoever watches a turn comes back, and finds another process, or this one's successor. A caller who
  // never finishes sending must not keep the process.
  await atMost(longestRequestMs, engine.clock, Promise.all([streams.close(), underWay.ended()]));
  await turns.drain();
  await bodies.close();
  await engine.external?.close();
  await engine.committer.close();
  await atMost(longestHooksMs, engine.clock, desk?.settled());
  await engine.storage.close();
}

/** Waits for the end of something, and no longer than so many milliseconds. */
async function atMost(ms: number, clock: Clock, end: Promise<unknown> | undefined): Promise<void> {
  if (end === undefined) return;
  const ended = new AbortController();
  await Promise.race([end, clock.sleep(ms, ended.signal).catch(() => undefined)]);
  ended.abort();
}
