import { setImmediate as afterMicrotasks } from "node:timers/promises";

/** Something that a process waits for: that its call reaches the storage, or that the answer comes back. */
export interface ScheduledEvent {
  readonly process: Life;
  readonly kind: "call" | "answer" | "stray";
  /** A call that may change something lands perhaps after its process died. */
  readonly mayStray: boolean;
  happen(): Promise<void>;
}

/** A process from its start until it dies; what died is never told anything again. */
export interface Life {
  readonly index: number;
  isOver: boolean;
}

/** Chooses which of so many waiting events is next, from 0 on. */
export type Choose = (waiting: number) => number;

/**
 * Lets what processes wait for happen one after another, in an order that is chosen. Between two
 * events every process goes on as far as it can, so that a run is the same whenever the choices are:
 * on every storage, whatever time its calls take.
 */
export class Schedule {
  readonly #choose: Choose;
  #waiting: ScheduledEvent[] = [];
  /** Events until now. */
  steps = 0;

  constructor(choose: Choose) {
    this.#choose = choose;
  }

  add(event: ScheduledEvent): void {
    this.#waiting.push(event);
  }

  /**
   * Goes on until nothing waits. `before` sees each event before it happens, and may answer that it
   * does not.
   *
   * @throws Error when nothing waits and `isDone` says that somebody should still be told something.
   */
  async run(before: (event: ScheduledEvent) => boolean, isDone: () => boolean): Promise<void> {
    for (;;) {
      await quiet();
      if (this.#waiting.length === 0) {
        if (isDone()) return;
        throw new Error("A caller is never answered, although the storage answered every call.");
      }
      const [event] = this.#waiting.splice(this.#choose(this.#waiting.length), 1);
      if (event === undefined) throw new Error("What was chosen does not wait.");
      this.steps += 1;
      if (before(event)) await event.happen();
    }
  }

  /** What a process waited for when it died; calls that stray go on without it. */
  bury(life: Life, strays: (event: ScheduledEvent) => boolean): void {
    this.#waiting = this.#waiting.flatMap((event) => {
      if (event.process !== life) return [event];
      return event.kind === "call" && event.mayStray && strays(event)
        ? [{ ...event, kind: "stray" as const }]
        : [];
    });
  }
}

/** By then every promise that could settle without the schedule has, and so has what follows from it. */
async function quiet(): Promise<void> {
  await afterMicrotasks();
  await afterMicrotasks();
}
