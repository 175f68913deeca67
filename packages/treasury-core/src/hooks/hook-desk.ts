import type { CommitListener } from "../ledger/commit/working-books.ts";
import { eventsOfChange } from "./events-of-change.ts";
import type { TreasuryEvent } from "./treasury-event.ts";
import type { TreasuryHooks } from "./treasury-hooks.ts";

const callsAtOnce = 1_000;

/** Tells hooks of what was committed, beside the operation and never in its way. */
export class HookDesk {
  readonly #hooks: TreasuryHooks;
  readonly #log: ((event: TreasuryEvent) => void) | null;
  readonly #report: (error: unknown) => void;
  readonly #calls: Set<Promise<unknown>> = new Set();
  #dropped = 0;

  /** `log` is told of every event before its hooks; neither it nor `report` may throw. */
  constructor(
    hooks: TreasuryHooks,
    log: ((event: TreasuryEvent) => void) | null,
    report: (error: unknown) => void,
  ) {
    this.#hooks = hooks;
    this.#log = log;
    this.#report = report;
  }

  /** To be told of commits. */
  readonly committed: CommitListener = (change) => {
    try {
      for (const event of eventsOfChange(change)) this.#tell(event);
    } catch (error) {
      this.#report(error);
    }
  };

  /** Resolves when the hooks that were told have come to their end. */
  async settled(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  #tell(event: TreasuryEvent): void {
    this.#log?.(event);
    // One hook's event is of one kind, which the compiler cannot follow through the name.
    const own = this.#hooks[event.kind] as ((event: TreasuryEvent) => unknown) | undefined;
    for (const hook of [own, this.#hooks.event]) if (hook !== undefined) this.#call(hook, event);
  }

  #call(hook: (event: TreasuryEvent) => unknown, event: TreasuryEvent): void {
    if (this.#calls.size >= callsAtOnce) {
      this.#drop();
      return;
    }
    this.#dropped = 0;
    const call: Promise<unknown> = Promise.resolve()
      .then(() => hook.call(this.#hooks, event))
      .catch(this.#report)
      .finally(() => this.#calls.delete(call));
    this.#calls.add(call);
  }

  /** Told once for each time that it begins, for there may be many. */
  #drop(): void {
    this.#dropped += 1;
    if (this.#dropped > 1) return;
    const message = `${callsAtOnce} calls of hooks have not come to their end, so further events are told to nobody until some have.`;
    this.#report(new Error(message));
  }
}
