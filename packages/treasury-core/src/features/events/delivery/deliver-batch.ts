import type { Storage } from "@agent-treasury/provider";
import { unlessAborted } from "../../../kernel/abort-signals.ts";
import { askWithin } from "../../../kernel/ask-within.ts";
import { timestampOrNull } from "../../../kernel/ledger/timestamp.ts";
import type { EventRecord } from "../recording/event-record.ts";
import { type AttemptDeps, type Attempted, attemptDelivery } from "./attempt-delivery.ts";
import { backoffMs } from "./backoff.ts";
import { markedOrdinals } from "./cursor-marks.ts";
import {
  begunAgain,
  type Cursor,
  type CursorChange,
  isBlocked,
  isStopped,
  missedRecords,
  nextRetryAt,
  type ParkedEntry,
  parked,
  passed,
  passedGap,
  remembered,
  retriesOf,
  unparked,
} from "./cursor.ts";
import { batchMs, timeoutMsOf } from "./delivery-times.ts";
import type { EventTarget } from "./event-consumer.ts";
import { loadRecords } from "./event-records.ts";
import type { HeldLease } from "./held-lease.ts";
import { type PlannedEvent, type PlannedStep, plannedEvent, planPage } from "./plan-page.ts";
import { isReplaced, newestCommon } from "./replaced-history.ts";
import { type ResolveEvent, resolveEvents } from "./resolve-events.ts";

export interface BatchDeps extends AttemptDeps {
  readonly storage: Storage;
  readonly lease: Pick<HeldLease, "isLost">;
  /** Storage time. */
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}

export interface Batch {
  readonly changes: readonly CursorChange[];
  /** Whether events remain that can be delivered now. */
  readonly hasMore: boolean;
  /** Whether every record that was looked up has expired. */
  readonly isEmpty: boolean;
}

/** Delivers parked events that are due, then the next `width` records, for some seconds. */
export async function deliverBatch(
  deps: BatchDeps,
  target: EventTarget,
  cursor: Cursor,
  width: number,
): Promise<Batch> {
  const isRetrying = (nextRetryAt(cursor) ?? Number.POSITIVE_INFINITY) <= deps.now();
  const waiting = isRetrying ? cursor.parked.filter(({ isGivenUp }) => !isGivenUp) : [];
  const range = Array.from({ length: width }, (_, place) => cursor.ordinal + 1 + place);
  const marked = markedOrdinals(cursor.marks).slice(0, 1);
  const ordinals = new Set([...waiting.map(({ ordinal }) => ordinal), ...marked, ...range]);
  const loaded = await loadRecords(deps.storage, cursor.workspaceId, [...ordinals]);
  const { records, newest } = loaded;
  if (isReplaced(cursor, loaded)) {
    const common = await newestCommon(deps.storage, cursor, target.since);
    return { changes: [begunAgain(common)], hasMore: true, isEmpty: false };
  }
  const retries = new Map(plannedRetries(waiting, records).map((event) => [event.eventId, event]));
  const ahead = records.filter(({ ordinal }) => ordinal > cursor.ordinal);
  const steps = planPage(cursor, ahead, Math.min(newest, cursor.ordinal + width), target.kinds);
  const planned = steps.flatMap((step) => (step.kind === "event" ? [step.event] : []));
  const events = [...retries.values(), ...planned];
  const resolve = await resolveEvents(deps.storage, cursor.workspaceId, events);

  const run = new BatchRun(deps, target, cursor, resolve);
  await run.dropExpired(waiting.filter(({ eventId }) => !retries.has(eventId)));
  await run.retry(retries);
  for (const step of steps) {
    if (run.isOver || isStopped(run.cursor)) break;
    await run.take(step);
  }
  const { cursor: after, changes } = run;
  const canAdvance = after.ordinal < newest && !isStopped(after);
  const retryAt = nextRetryAt(after);
  const hasMore = canAdvance || (retryAt !== null && retryAt <= deps.now());
  return { changes, hasMore, isEmpty: canAdvance && ahead.length === 0 };
}

function plannedRetries(
  waiting: readonly ParkedEntry[],
  records: readonly EventRecord[],
): PlannedEvent[] {
  const byOrdinal = new Map(records.map((record) => [record.ordinal, record]));
  return waiting.flatMap(({ ordinal, index, eventId }) => {
    const record = byOrdinal.get(ordinal);
    if (record === undefined || index >= record.events.length) return [];
    const event = plannedEvent(record, index);
    // A restored backup may have another event here.
    return event.eventId === eventId ? [event] : [];
  });
}

class BatchRun {
  cursor: Cursor;
  readonly changes: CursorChange[] = [];
  readonly #deps: BatchDeps;
  readonly #target: EventTarget;
  readonly #resolve: ResolveEvent;
  readonly #startedAt: number;
  #isAborted = false;

  constructor(deps: BatchDeps, target: EventTarget, cursor: Cursor, resolve: ResolveEvent) {
    this.#deps = deps;
    this.#target = target;
    this.cursor = cursor;
    this.#resolve = resolve;
    this.#startedAt = deps.now();
  }

  get isOver(): boolean {
    const { closing, lease, now } = this.#deps;
    if (this.#isAborted || closing.aborted || lease.isLost) return true;
    return now() - this.#startedAt >= batchMs;
  }

  apply(...changes: readonly CursorChange[]): void {
    for (const change of changes) this.cursor = change(this.cursor);
    this.changes.push(...changes);
  }

  async dropExpired(entries: readonly ParkedEntry[]): Promise<void> {
    const [first] = entries;
    if (first === undefined) return;
    const commits = new Set(entries.map(({ ordinal }) => ordinal)).size;
    if (!(await this.#reportGap(commits, first.at, null))) return;
    const ids = new Set(entries.map(({ eventId }) => eventId));
    this.apply(unparked(ids), missedRecords(commits));
  }

  /** An event that succeeds lets the next one of its subject follow. */
  async retry(events: ReadonlyMap<string, PlannedEvent>): Promise<void> {
    while (!this.isOver) {
      const due = retriesOf(this.cursor).find(
        ({ nextAt, eventId }) => nextAt <= this.#deps.now() && events.has(eventId),
      );
      const event = due && events.get(due.eventId);
      if (due === undefined || event === undefined) return;
      const attempt = due.attempts + 1;
      const attempted = await this.#attempt(event, attempt);
      switch (attempted.kind) {
        case "aborted":
          return;
        case "delivered":
          this.apply(unparked(new Set([event.eventId])));
          break;
        case "failed":
          this.apply(parked(this.#failedEntry(event, attempt, attempted)));
      }
    }
  }

  async take(step: PlannedStep): Promise<void> {
    switch (step.kind) {
      case "skip":
        return this.apply(passedEvent(step.event));
      case "gap": {
        if (await this.#reportGap(step.commits, null, step.until)) this.apply(passedGap(step));
        return;
      }
      case "event":
        return this.#deliver(step.event);
    }
  }

  async #deliver(event: PlannedEvent): Promise<void> {
    if (isBlocked(this.cursor, event.subject)) {
      const waits = { attempts: 0, nextAt: 0, failure: "", isGivenUp: false };
      this.apply(parked({ ...entryOf(event), ...waits }), passedEvent(event));
      return;
    }
    const attempted = await this.#attempt(event, 1);
    if (attempted.kind === "aborted") return;
    if (attempted.kind === "failed") this.apply(parked(this.#failedEntry(event, 1, attempted)));
    this.apply(passedEvent(event));
  }

  async #attempt(event: PlannedEvent, attempt: number): Promise<Attempted> {
    const { id: target } = this.#target;
    const at = this.#deps.now();
    const resolved = () => this.#resolve(event);
    const attempted = await attemptDelivery(this.#deps, resolved, target, attempt);
    if (attempted.kind === "aborted") {
      this.#isAborted = true;
      return attempted;
    }
    const { eventId, recorded } = event;
    const { milliseconds } = attempted;
    const succeeded = attempted.kind === "delivered";
    const note = attempted.kind === "delivered" ? attempted.note : attempted.failure;
    this.apply(remembered({ eventId, kind: recorded.kind, at, succeeded, note, milliseconds }));
    return attempted;
  }

  #failedEntry(
    event: PlannedEvent,
    attempts: number,
    { failure, retryAfterMs }: Extract<Attempted, { kind: "failed" }>,
  ): ParkedEntry {
    const { now, consumer } = this.#deps;
    const nextAt = now() + backoffMs(attempts, Math.random(), retryAfterMs);
    const { giveUpAfterMs = null } = consumer;
    const isGivenUp = giveUpAfterMs !== null && now() - event.at >= giveUpAfterMs;
    return { ...entryOf(event), attempts, nextAt, failure, isGivenUp };
  }

  /** Returns false if the call was aborted, so that it is repeated. */
  async #reportGap(commits: number, from: number | null, until: number | null): Promise<boolean> {
    const { consumer, clock, closing, report } = this.#deps;
    const { missed } = consumer;
    if (missed === undefined) return true;
    const { workspaceId } = this.cursor;
    const gap = {
      workspaceId,
      commits,
      from: timestampOrNull(from),
      until: timestampOrNull(until),
    };
    const asked = await askWithin(clock, timeoutMsOf(consumer), () =>
      unlessAborted(missed.call(consumer, gap, this.#target.id), closing),
    );
    if (asked.kind === "threw" && closing.aborted) {
      this.#isAborted = true;
      return false;
    }
    if (asked.kind === "threw") report(asked.error);
    if (asked.kind === "timed_out") asked.late.catch(report);
    return true;
  }
}

function passedEvent(event: PlannedEvent): CursorChange {
  return passed(event, event.isLast, event.recordId);
}

function entryOf({ ordinal, index, eventId, at, subject, recorded }: PlannedEvent) {
  return { ordinal, index, eventId, kind: recorded.kind, subject, at };
}
