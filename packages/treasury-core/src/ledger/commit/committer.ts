import { TreasuryError } from "../../errors.ts";
import type { Command } from "../command.ts";
import type { QueuedCommand } from "./command-group.ts";
import { WorkspaceWriter, type WriterParts } from "./workspace-writer.ts";

const commandsInGroup = 500;
const commandsWaitingInWorkspace = 5_000;
const commandsWaitingInProcess = 50_000;
const idleWorkspacesKept = 1_000;

/** A workspace's writer, and what waits for it. */
interface Lane {
  readonly writer: WorkspaceWriter;
  waiting: QueuedCommand[];
  running: boolean;
}

/**
 * The one writer of a process. Commands of a workspace queue while its commit is under way, and leave
 * together with the next one; workspaces do not wait for each other.
 */
export class Committer {
  readonly #parts: WriterParts;
  /** Least recently used first. */
  readonly #lanes: Map<string, Lane> = new Map();
  #waiting = 0;
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
    if (this.#closed) {
      return Promise.reject(new TreasuryError("shutting_down", "The treasury is shutting down."));
    }
    const lane = this.#laneOf(workspaceId);
    if (
      lane.waiting.length >= commandsWaitingInWorkspace ||
      this.#waiting >= commandsWaitingInProcess
    ) {
      return Promise.reject(
        new TreasuryError("service_busy", "Too many changes wait to be made.", {
          headers: { "retry-after": "1" },
        }),
      );
    }
    return new Promise<Answer>((resolve, reject) => {
      lane.waiting.push({ command, resolve, reject });
      this.#waiting += 1;
      if (!lane.running) this.#start(lane);
    });
  }

  /** Takes no more commands, and resolves when those under way are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #laneOf(workspaceId: string): Lane {
    const known = this.#lanes.get(workspaceId);
    const lane = known ?? {
      writer: new WorkspaceWriter(workspaceId, this.#parts),
      waiting: [],
      running: false,
    };
    this.#lanes.delete(workspaceId);
    if (known === undefined) this.#forgetIdle();
    this.#lanes.set(workspaceId, lane);
    return lane;
  }

  /** Makes room for one more. What is under way stays, for a second writer would race with it. */
  #forgetIdle(): void {
    for (const [workspaceId, lane] of this.#lanes) {
      if (this.#lanes.size < idleWorkspacesKept) return;
      if (!lane.running && lane.waiting.length === 0) this.#lanes.delete(workspaceId);
    }
  }

  #start(lane: Lane): void {
    lane.running = true;
    const run = this.#drain(lane).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async #drain(lane: Lane): Promise<void> {
    // Whoever calls in the same tick leaves with the same commit.
    await Promise.resolve();
    while (lane.waiting.length > 0) {
      const group = lane.waiting.splice(0, commandsInGroup);
      this.#waiting -= group.length;
      await lane.writer.run(group);
    }
    lane.running = false;
  }
}
