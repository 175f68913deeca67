import { isTreasuryError, TreasuryError, type View } from "@agent-treasury/provider";
import { retryLater } from "../../errors.ts";
import type { Command } from "../command.ts";
import { previewCommand } from "./preview-command.ts";
import { rejectIfSlow } from "./reject-if-slow.ts";
import { effectsOfRequest, type RequestEffects } from "./request-effects.ts";
import type { DurableGroup, QueuedCommand } from "./run-group.ts";
import type { ApplyGroups } from "./seen-view.ts";
import { CallSlots, UnclearCommit } from "./send-commit.ts";
import { type QueuedCall, callTogether } from "./shared-call.ts";
import type { WriterDeps } from "./workspace-state.ts";
import { WorkspaceWriter } from "./workspace-writer.ts";

const commandsInCall = 500;
const callsInFlight = 4;
/** Fewer workspaces do not pay for another call. */
const workspacesToShare = 32;
const commandsWaitingInWorkspace = 5_000;
const commandsWaitingInProcess = 50_000;
const idleWorkspacesKept = 10_000;
const idleBytesKept = 67_108_864;
/** Microtasks, about 1 µs in total. */
const stepsBeforeDeparture = 16;
const nothing = Promise.resolve();

/** A workspace queue. */
interface WorkspaceQueue {
  readonly writer: WorkspaceWriter;
  waiting: QueuedCommand[];
  /** When the queue was last empty, on the monotonic clock; null if it is. */
  since: number | null;
  /** Whether the queue is ready or in flight. */
  isBusy: boolean;
  /** Last measured memory of the writer. */
  bytes: number;
}

/**
 * The only writer of a process. Commands of one workspace queue while its commit is in flight.
 * Ready workspaces share storage calls.
 */
export class Committer {
  readonly #deps: WriterDeps;
  /** Permits for workspaces that write alone, whose long waits must not block shared calls. */
  readonly #slots: CallSlots = new CallSlots(callsInFlight);
  /** Least recently used first. */
  readonly #queues: Map<string, WorkspaceQueue> = new Map();
  /** Last in `#queues`. */
  #recent: WorkspaceQueue | null = null;
  #ready: WorkspaceQueue[] = [];
  #waiting = 0;
  #bytes = 0;
  #calls = 0;
  #isDeparting = false;
  #closed = false;
  readonly #running: Set<Promise<void>> = new Set();

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once the changes are durable.
   *
   * @throws TreasuryError `service_busy` if too many commands are queued, and `shutting_down` after
   * `close`.
   */
  run<Answer>(workspaceId: string, command: Command<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#queue(workspaceId, { command, resolve: (answer) => resolve(answer as Answer), reject });
    });
  }

  /** Returns also the group in which the command became durable. */
  runInGroup<Answer>(
    workspaceId: string,
    command: Command<Answer>,
  ): Promise<DurableGroup & { readonly answer: Answer }> {
    return new Promise((resolve, reject) => {
      const done = (answer: unknown, { ledger, at }: DurableGroup): void =>
        resolve({ answer: answer as Answer, ledger, at });
      this.#queue(workspaceId, { command, resolve: done, reject });
    });
  }

  /** Returns what a command would answer now. Writes nothing. */
  preview<Answer>(workspaceId: string, command: Command<Answer>): Promise<Answer> {
    return previewCommand(this.#deps, workspaceId, command);
  }

  /**
   * Reads a workspace and caches the result. The next command then sees the same state without a
   * load, unless another commit comes first.
   */
  async see(workspaceId: string, read: () => Promise<View>): Promise<View> {
    const observe = this.#deps.storageClock.beginLoad();
    const view = await read();
    observe(view.storageNow);
    const queue = this.#queueOf(workspaceId);
    queue.writer.ledger.see(view);
    this.#measure(queue);
    return view;
  }

  /**
   * Returns a function for the last view as of the newest commit, which it builds when it is called.
   * Null if the view has to be read.
   */
  seen(workspaceId: string, apply: ApplyGroups): (() => View) | null {
    return this.#queues.get(workspaceId)?.writer.ledger.seen(apply) ?? null;
  }

  /** Call after entries of the workspace were rewritten. */
  forgetView(workspaceId: string): void {
    this.#queues.get(workspaceId)?.writer.ledger.forgetView();
  }

  /** @throws TreasuryError `shutting_down`, `service_busy`, which reject the promise of `run`. */
  #queue(workspaceId: string, queued: QueuedCommand): void {
    if (this.#closed) throw new TreasuryError("shutting_down", "The treasury is shutting down.");
    const queue = this.#queueOf(workspaceId);
    rejectIfSlow(queue.since === null ? 0 : this.#deps.clock.monotonic() - queue.since);
    const isFull = queue.waiting.length >= commandsWaitingInWorkspace;
    if (isFull || this.#waiting >= commandsWaitingInProcess) {
      throw retryLater("service_busy", "Too many changes are queued.", 1);
    }
    queue.waiting.push(marking(queued, effectsOfRequest()));
    queue.since ??= this.#deps.clock.monotonic();
    this.#waiting += 1;
    this.#makeReady(queue);
  }

  /** Rejects new commands and waits for those in flight. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #queueOf(workspaceId: string): WorkspaceQueue {
    const known = this.#queues.get(workspaceId);
    if (known !== undefined && known === this.#recent) return known;
    const queue = known ?? {
      writer: new WorkspaceWriter(workspaceId, this.#deps, this.#slots),
      waiting: [],
      since: null,
      isBusy: false,
      bytes: 0,
    };
    this.#queues.delete(workspaceId);
    if (known === undefined) this.#forgetIdle();
    this.#queues.set(workspaceId, queue);
    this.#recent = queue;
    return queue;
  }

  /** Evicts idle writers only, because two writers of one workspace would race. */
  #forgetIdle(): void {
    for (const [workspaceId, queue] of this.#queues) {
      if (this.#queues.size < idleWorkspacesKept && this.#bytes < idleBytesKept) return;
      // A stopped workspace must stay stopped.
      if (queue.isBusy || queue.writer.ledger.hasStopped) continue;
      this.#queues.delete(workspaceId);
      this.#bytes -= queue.bytes;
    }
  }

  #makeReady(queue: WorkspaceQueue): void {
    if (queue.isBusy || queue.waiting.length === 0) return;
    queue.isBusy = true;
    this.#ready.push(queue);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#isDeparting || this.#ready.length === 0 || this.#calls >= callsInFlight) return;
    this.#isDeparting = true;
    this.#track(this.#flush());
  }

  async #flush(): Promise<void> {
    for (let step = 0; step < stepsBeforeDeparture; step += 1) await nothing;
    this.#isDeparting = false;
    while (this.#calls < callsInFlight && this.#ready.length > 0) this.#callOnce();
  }

  #callOnce(): void {
    const queuedCalls: QueuedCall[] = [];
    let room = commandsInCall;
    let taken = 0;
    const share = this.#shareOfReady();
    for (const queue of this.#ready) {
      if (room === 0 || taken === share) break;
      taken += 1;
      const group = this.#take(queue, room);
      if (queue.writer.goesAlone) {
        this.#track(this.#goAlone(queue, group));
        continue;
      }
      room -= group.length;
      queuedCalls.push(this.#queuedCallOf(queue, group));
    }
    this.#ready = this.#ready.slice(taken);
    if (queuedCalls.length === 0) return;
    this.#calls += 1;
    this.#track(this.#call(queuedCalls));
  }

  /** One call for all would leave the storage idle while this process works, and the reverse. */
  #shareOfReady(): number {
    const share = Math.ceil(this.#ready.length / (callsInFlight - this.#calls));
    return Math.max(workspacesToShare, share);
  }

  async #call(queuedCalls: readonly QueuedCall[]): Promise<void> {
    await callTogether(this.#deps, queuedCalls);
    this.#calls -= 1;
    this.#flushSoon();
  }

  #queuedCallOf(queue: WorkspaceQueue, group: readonly QueuedCommand[]): QueuedCall {
    return {
      writer: queue.writer,
      group,
      leave: (rest) => {
        queue.waiting = rest.length === 0 ? queue.waiting : [...rest, ...queue.waiting];
        this.#waiting += rest.length;
      },
      complete: (alone) => {
        if (alone === null) this.#release(queue);
        else this.#track(alone.then(() => this.#release(queue)));
      },
    };
  }

  async #goAlone(queue: WorkspaceQueue, group: readonly QueuedCommand[]): Promise<void> {
    await queue.writer.run(group);
    this.#release(queue);
  }

  #take(queue: WorkspaceQueue, room: number): readonly QueuedCommand[] {
    const all = queue.waiting;
    const group = all.length <= room ? all : all.slice(0, room);
    queue.waiting = all.length <= room ? [] : all.slice(room);
    this.#waiting -= group.length;
    queue.since = queue.waiting.length === 0 ? null : this.#deps.clock.monotonic();
    return group;
  }

  #release(queue: WorkspaceQueue): void {
    this.#measure(queue);
    queue.isBusy = false;
    this.#makeReady(queue);
  }

  #measure(queue: WorkspaceQueue): void {
    const { bytes } = queue.writer.ledger;
    this.#bytes += bytes - queue.bytes;
    queue.bytes = bytes;
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }
}

/** Notes for the request of a command what is known of its commit. */
function marking(queued: QueuedCommand, effects: RequestEffects | undefined): QueuedCommand {
  if (effects === undefined) return queued;
  effects.pending += 1;
  return {
    command: queued.command,
    resolve: (answer, durable) => {
      effects.pending -= 1;
      effects.mayHaveWritten = true;
      queued.resolve(answer, durable);
    },
    reject: (error) => {
      effects.pending -= 1;
      if (error instanceof UnclearCommit || !isTreasuryError(error)) effects.mayHaveWritten = true;
      queued.reject(error);
    },
  };
}
