import { setImmediate as afterMicrotasks } from "node:timers/promises";

/** An awaited event: a call reaches the storage, or its response arrives. */
export interface ScheduledEvent {
  readonly process: Life;
  readonly kind: "call" | "answer" | "stray";
  /** A call that can land after its process crashed. */
  readonly mayStray: boolean;
  happen(): Promise<void>;
}

/** One run of a process until it crashes. A crashed run receives no events. */
export interface Life {
  readonly index: number;
  isOver: boolean;
}

/** Selects the next of the waiting events, from 0 on. */
export type Choose = (waiting: number) => number;

/**
 * Runs awaited events one after another in a chosen order. Between two events every process runs as
 * far as it can, so that equal choices lead to equal runs on every storage.
 */
export class Schedule {
  readonly #choose: Choose;
  #waiting: ScheduledEvent[] = [];
  steps = 0;

  constructor(choose: Choose) {
    this.#choose = choose;
  }

  add(event: ScheduledEvent): void {
    this.#waiting.push(event);
  }

  /**
   * Runs until no event waits. `before` receives each event first, and may cancel it.
   *
   * @throws Error when no event waits but `isDone` reports missing responses.
   */
  async run(before: (event: ScheduledEvent) => boolean, isDone: () => boolean): Promise<void> {
    for (;;) {
      await quiet();
      if (this.#waiting.length === 0) {
        if (isDone()) return;
        throw new Error("A caller received no response, although the storage answered every call.");
      }
      const [event] = this.#waiting.splice(this.#choose(this.#waiting.length), 1);
      if (event === undefined) throw new Error("The chosen event is not waiting.");
      this.steps += 1;
      if (before(event)) await event.happen();
    }
  }

  /** Cancels the events of a crashed process, except for calls that still land. */
  bury(life: Life, strays: (event: ScheduledEvent) => boolean): void {
    this.#waiting = this.#waiting.flatMap((event) => {
      if (event.process !== life) return [event];
      return event.kind === "call" && event.mayStray && strays(event)
        ? [{ ...event, kind: "stray" as const }]
        : [];
    });
  }
}

/** Resolves after all promises that can settle without the schedule have settled. */
async function quiet(): Promise<void> {
  await afterMicrotasks();
  await afterMicrotasks();
}
