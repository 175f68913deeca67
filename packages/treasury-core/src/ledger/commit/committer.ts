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
/** Whoever goes on within so many steps of others' answers leaves with the same call: about 1 µs. */
const stepsBeforeDeparture = 16;

/** A workspace's writer, and what waits for it. */
interface Lane {
  readonly writer: WorkspaceWriter;
  waiting: QueuedCommand[];
  /** Whether it stands in the line of those that are ready, or is under way. */
  isBusy: boolean;
  /** What was counted of its writer's memory. */
  bytes: number;
}

/**
 * The one writer of a process. Commands of a workspace queue while its commit is under way, run one
 * after another, and leave together with those of other workspaces, in the order in which these became
 * ready.
 */
export class Committer {
  readonly #parts: WriterParts;
  /** For workspaces that go alone: they may wait long, and must not hold up those that travel together. */
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
   * Runs a command; resolves with its answer once that is durable, rejects with its refusal.
   *
   * @throws TreasuryError `service_busy` before anything is queued when too much waits already, and
   *   `shutting_down` after `close`.
   */
  run<Answer>(workspaceId: string, command: Command<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#queue(workspaceId, { command, resolve: (answer) => resolve(answer as Answer), reject });
    });
  }

  /** Runs a command like `run`, and resolves also with the group in which it became durable. */
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
   * Reads a workspace so that a command right after it need not load it again. Unless another commit
   * comes between the two, that command sees exactly what the reader saw.
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
        new TreasuryError("service_busy", "Too many changes wait to be made.", {
          headers: { "retry-after": "1" },
        }),
      );
      return;
    }
    lane.waiting.push(queued);
    this.#waiting += 1;
    this.#makeReady(lane);
  }

  /** Takes no more commands, and resolves when those under way are answered. */
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

  /** Makes room for one more. What is under way stays, for a second writer would race with it. */
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

  /** One call for as many of those that are ready as it can carry. */
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
