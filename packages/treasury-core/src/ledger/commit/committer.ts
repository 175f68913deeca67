import { TreasuryError, type View } from "@agent-treasury/provider";
import type { Command } from "../command.ts";
import { CallSlots } from "./send-commit.ts";
import { type Passenger, callTogether } from "./shared-call.ts";
import type { DurableGroup, QueuedCommand, WriterParts } from "./workspace-books.ts";
import { WorkspaceWriter } from "./workspace-writer.ts";

const commandsInCall = 500;
const callsInFlight = 4;
const commandsWaitingInWorkspace = 5_000;
const commandsWaitingInProcess = 50_000;
const idleWorkspacesKept = 10_000;
const idleBytesKept = 67_108_864;
/** Microtasks, about 1 µs in total. */
const stepsBeforeDeparture = 16;

/** A workspace queue. */
interface Lane {
  readonly writer: WorkspaceWriter;
  waiting: QueuedCommand[];
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
  readonly #parts: WriterParts;
  /** Permits for workspaces that write alone, whose long waits must not block shared calls. */
  readonly #slots: CallSlots = new CallSlots(callsInFlight);
  /** Least recently used first. */
  readonly #lanes: Map<string, Lane> = new Map();
  #ready: Lane[] = [];
  #waiting = 0;
  #bytes = 0;
  #calls = 0;
  #isDeparting = false;
  #closed = false;
  readonly #running: Set<Promise<void>> = new Set();

  constructor(parts: WriterParts) {
    this.#parts = parts;
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
      const done = (answer: unknown, { books, at }: DurableGroup): void =>
        resolve({ answer: answer as Answer, books, at });
      this.#queue(workspaceId, { command, resolve: done, reject });
    });
  }

  /**
   * Reads a workspace and caches the result. The next command then sees the same state without a
   * load, unless another commit comes first.
   */
  async see(workspaceId: string, read: () => Promise<View>): Promise<View> {
    const observe = this.#parts.storageClock.beginLoad();
    const view = await read();
    observe(view.storageNow);
    this.#laneOf(workspaceId).writer.books.see(view);
    return view;
  }

  #queue(workspaceId: string, queued: QueuedCommand): void {
    if (this.#closed) {
      queued.reject(new TreasuryError("shutting_down", "The treasury is shutting down."));
      return;
    }
    const lane = this.#laneOf(workspaceId);
    if (
      lane.waiting.length >= commandsWaitingInWorkspace ||
      this.#waiting >= commandsWaitingInProcess
    ) {
      queued.reject(
        new TreasuryError("service_busy", "Too many changes are queued.", {
          headers: { "retry-after": "1" },
        }),
      );
      return;
    }
    lane.waiting.push(queued);
    this.#waiting += 1;
    this.#makeReady(lane);
  }

  /** Rejects new commands and waits for those in flight. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #laneOf(workspaceId: string): Lane {
    const known = this.#lanes.get(workspaceId);
    const lane = known ?? {
      writer: new WorkspaceWriter(workspaceId, this.#parts, this.#slots),
      waiting: [],
      isBusy: false,
      bytes: 0,
    };
    this.#lanes.delete(workspaceId);
    if (known === undefined) this.#forgetIdle();
    this.#lanes.set(workspaceId, lane);
    return lane;
  }

  /** Evicts idle writers only, because two writers of one workspace would race. */
  #forgetIdle(): void {
    for (const [workspaceId, lane] of this.#lanes) {
      if (this.#lanes.size < idleWorkspacesKept && this.#bytes < idleBytesKept) return;
      if (lane.isBusy) continue;
      this.#lanes.delete(workspaceId);
      this.#bytes -= lane.bytes;
    }
  }

  #makeReady(lane: Lane): void {
    if (lane.isBusy || lane.waiting.length === 0) return;
    lane.isBusy = true;
    this.#ready.push(lane);
    this.#departSoon();
  }

  #departSoon(): void {
    if (this.#isDeparting || this.#ready.length === 0 || this.#calls >= callsInFlight) return;
    this.#isDeparting = true;
    this.#track(this.#depart());
  }

  async #depart(): Promise<void> {
    for (let step = 0; step < stepsBeforeDeparture; step += 1) await Promise.resolve();
    this.#isDeparting = false;
    while (this.#calls < callsInFlight && this.#ready.length > 0) this.#callOnce();
  }

  #callOnce(): void {
    const passengers: Passenger[] = [];
    let room = commandsInCall;
    let taken = 0;
    for (const lane of this.#ready) {
      if (room === 0) break;
      taken += 1;
      const group = this.#take(lane, room);
      if (lane.writer.goesAlone) {
        this.#track(this.#goAlone(lane, group));
        continue;
      }
      room -= group.length;
      passengers.push(this.#passengerOf(lane, group));
    }
    this.#ready = this.#ready.slice(taken);
    if (passengers.length === 0) return;
    this.#calls += 1;
    this.#track(this.#call(passengers));
  }

  async #call(passengers: readonly Passenger[]): Promise<void> {
    await callTogether(this.#parts, passengers);
    this.#calls -= 1;
    this.#departSoon();
  }

  #passengerOf(lane: Lane, group: readonly QueuedCommand[]): Passenger {
    return {
      writer: lane.writer,
      group,
      leave: (rest) => {
        lane.waiting = rest.length === 0 ? lane.waiting : [...rest, ...lane.waiting];
        this.#waiting += rest.length;
      },
      arrive: (alone) => {
        if (alone === null) this.#release(lane);
        else this.#track(alone.then(() => this.#release(lane)));
      },
    };
  }

  async #goAlone(lane: Lane, group: readonly QueuedCommand[]): Promise<void> {
    await lane.writer.run(group);
    this.#release(lane);
  }

  #take(lane: Lane, room: number): readonly QueuedCommand[] {
    const all = lane.waiting;
    const group = all.length <= room ? all : all.slice(0, room);
    lane.waiting = all.length <= room ? [] : all.slice(room);
    this.#waiting -= group.length;
    return group;
  }

  #release(lane: Lane): void {
    const { bytes } = lane.writer.books;
    this.#bytes += bytes - lane.bytes;
    lane.bytes = bytes;
    lane.isBusy = false;
    this.#makeReady(lane);
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }
}
