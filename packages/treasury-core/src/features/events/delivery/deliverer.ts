import { unlessAborted } from "../../../kernel/abort-signals.ts";
import { askWithin } from "../../../kernel/ask-within.ts";
import { outsideRequests } from "../../../kernel/ledger/commit/request-effects.ts";
import { dueDocs } from "../../../kernel/ledger/due-docs.ts";
import { postponeCursor } from "./cursor-commands.ts";
import { cursorFromDoc } from "./cursor-doc.ts";
import { CursorWalk } from "./cursor-walk.ts";
import { consumerIdOf, cursorKind, cursorWorkspaceId } from "./cursor-workspace.ts";
import { timeoutMsOf } from "./delivery-times.ts";
import type { EventConsumer, EventTarget } from "./event-consumer.ts";
import { type CursorRun, type DeliveryDeps, type RunEnd, runCursor } from "./run-cursor.ts";
import { RunQueue } from "./run-queue.ts";
import { isShutDown, shutDown } from "./shut-down.ts";

const patienceMs = 5_000;
const lookAgainMs = 1_000;
const maximumTimers = 10_000;
const longestTimerMs = 3_600_000;
/** Of an e-mail address. */
const longestTargetId = 320;
const abandonedMs = 86_400_000;

const onlyTarget: EventTarget = { id: "", kinds: null, since: 0 };

/** Delivers events to the consumers of this process. */
export class Deliverer {
  readonly consumers: ReadonlyMap<string, EventConsumer>;
  readonly #deps: DeliveryDeps;
  readonly #queue: RunQueue = new RunQueue();
  readonly #walk: CursorWalk;
  /** By run, the newest ordinal that this process committed or found. */
  readonly #wanted: Map<string, number> = new Map();
  readonly #timers: Map<string, ReturnType<typeof setTimeout>> = new Map();
  readonly #passes: Set<Promise<void>> = new Set();
  readonly #closing: AbortController = new AbortController();
  #isLeaving = false;

  constructor(deps: DeliveryDeps, consumers: readonly EventConsumer[]) {
    this.#deps = deps;
    this.consumers = new Map(consumers.map((consumer) => [consumer.id, consumer]));
    for (const consumer of consumers) timeoutMsOf(consumer);
    this.#walk = new CursorWalk(deps, this);
  }

  /** Delivers the events of a workspace. Call it after a commit with events. */
  wake(workspaceId: string, ordinal: number): void {
    for (const { id } of this.consumers.values()) this.deliver(id, workspaceId, null, ordinal);
  }

  /** Finds events whose process exited, and parked ones that are due. Does not wait for deliveries. */
  maintain(): Promise<void> {
    const pass = this.#maintain().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) throw error;
    });
    const ended = pass.catch(() => undefined).finally(() => this.#passes.delete(ended));
    this.#passes.add(ended);
    return pass;
  }

  async #maintain(): Promise<void> {
    const { signal } = this.#closing;
    for await (const { workspaceId, doc } of dueDocs(this.#deps, [cursorKind], signal)) {
      const cursor = cursorFromDoc(doc);
      const consumerId = consumerIdOf(this.#deps.storage, workspaceId);
      if (consumerId === null || cursor === null) continue;
      if (this.consumers.has(consumerId)) {
        this.deliver(consumerId, cursor.workspaceId, cursor.target, cursor.ordinal + 1);
      } else if (this.#deps.clock.now() - (doc.dueAt ?? 0) > abandonedMs) {
        // No process has this consumer anymore.
        const postponed = this.#deps.committer.run(workspaceId, postponeCursor(cursor));
        await postponed.catch(this.#deps.report);
      }
    }
    if (!signal.aborted) await this.#walk.next();
  }

  /** Resolves when this process has nothing to deliver. */
  settled(): Promise<void> {
    return this.#queue.idle();
  }

  /** Waits some seconds at most. */
  async settledSoon(): Promise<void> {
    const over = new AbortController();
    const late = this.#deps.clock.sleep(patienceMs, over.signal).catch(() => undefined);
    await Promise.race([this.settled(), late]);
    over.abort();
  }

  /** Waits for running deliveries, and then aborts them and the search for others. */
  async close(): Promise<void> {
    this.#isLeaving = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await this.settledSoon();
    this.#closing.abort(shutDown());
    this.#queue.clear();
    await Promise.all(this.#passes);
    await this.settled();
  }

  async targetsOf(consumer: EventConsumer, workspaceId: string): Promise<readonly EventTarget[]> {
    const { targets } = consumer;
    if (targets === undefined) return [onlyTarget];
    const { signal } = this.#closing;
    const asked = await askWithin(this.#deps.clock, timeoutMsOf(consumer), () =>
      unlessAborted(targets.call(consumer, workspaceId), signal),
    );
    if (asked.kind === "answered") return checkedTargets(consumer, asked.answer);
    if (asked.kind === "threw") throw asked.error;
    throw new Error(`The consumer ${consumer.id} did not return its targets in time.`);
  }

  /**
   * Delivers to one target of a consumer, or to all of them for null.
   *
   * @param wanted ordinal of the record to deliver.
   */
  deliver(consumerId: string, workspaceId: string, only: string | null, wanted: number): void {
    const consumer = this.consumers.get(consumerId);
    if (consumer === undefined || this.#closing.signal.aborted) return;
    if (consumer.targets === undefined) {
      this.#run({ consumer, workspaceId, target: onlyTarget, wanted });
      return;
    }
    const key = [consumerId, workspaceId, ...(only === null ? [] : ["", only])];
    const name = key.join("\n");
    this.#wanted.set(name, Math.max(wanted, this.#wanted.get(name) ?? 0));
    this.#add(key, async () => {
      const latest = this.#wanted.get(name) ?? wanted;
      this.#wanted.delete(name);
      const targets = await this.targetsOf(consumer, workspaceId);
      const chosen = targets.filter(({ id }) => only === null || id === only);
      for (const target of chosen) this.#run({ consumer, workspaceId, target, wanted: latest });
      if (only === null || chosen.length > 0) return;
      const cursors = cursorWorkspaceId(this.#deps.storage, consumerId, workspaceId);
      await this.#deps.committer.run(cursors, postponeCursor({ workspaceId, target: only }));
    });
  }

  #run(run: CursorRun): void {
    const { consumer, workspaceId, target } = run;
    const key = [consumer.id, workspaceId, target.id];
    const name = key.join("\n");
    const wanted = Math.max(run.wanted, this.#wanted.get(name) ?? 0);
    this.#wanted.set(name, wanted);
    const isAdded = this.#add(key, async () => {
      this.#wanted.delete(name);
      const end = await runCursor(this.#deps, { ...run, wanted }, this.#closing.signal);
      // The targets may have changed meanwhile.
      const again = (ordinal: number) => (): void =>
        this.deliver(consumer.id, workspaceId, target.id, ordinal);
      this.#afterRun(name, end, wanted, again);
    });
    if (!isAdded) this.#wanted.delete(name);
  }

  #afterRun(
    name: string,
    end: RunEnd,
    wanted: number,
    again: (ordinal: number) => () => void,
  ): void {
    switch (end.kind) {
      case "held":
        // The process with the lease may have read the head before this process committed.
        if (end.ordinal < wanted) this.#later(name, lookAgainMs, again(wanted));
        return;
      case "lost":
        return this.#later(name, lookAgainMs, again(wanted));
      case "released":
        if (end.hasMore && !this.#isLeaving) again(end.ordinal + 1)();
        else if (end.retryInMs !== null) this.#later(name, end.retryInMs, again(0));
    }
  }

  #add(key: readonly string[], work: () => Promise<void>): boolean {
    return this.#queue.add(key.join("\n"), async () => {
      try {
        await outsideRequests(work);
      } catch (error) {
        if (!this.#closing.signal.aborted && !isShutDown(error)) this.#deps.report(error);
      }
    });
  }

  /** Does not keep the process alive. Other processes find the work by the cursor's due time. */
  #later(name: string, delayMs: number, work: () => void): void {
    if (this.#isLeaving || this.#timers.size >= maximumTimers || delayMs > longestTimerMs) return;
    clearTimeout(this.#timers.get(name));
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      work();
    }, delayMs);
    // A number in browsers.
    (timer as { unref?: () => void }).unref?.();
    this.#timers.set(name, timer);
  }
}

function checkedTargets(
  { id: consumerId }: EventConsumer,
  targets: readonly EventTarget[],
): readonly EventTarget[] {
  const tooLong = targets.find(({ id }) => id.length > longestTargetId);
  if (tooLong === undefined) return targets;
  throw new Error(`The target ${tooLong.id} of the consumer ${consumerId} has too long an id.`);
}
