import type { Proposal } from "@agent-treasury/contract";
import type { Logger } from "@agent-treasury/provider";
import type { CommitListener } from "../ledger/commit/committed-change.ts";
import { writeLog } from "../logging/write-log.ts";
import { eventsOfChange } from "./events-of-change.ts";
import type { TreasuryEvent, TreasuryHooks } from "./treasury-hooks.ts";

const callsAtOnce = 1_000;

/** Calls hooks after a commit, without delaying the operation. */
export class HookDispatcher {
  readonly #hooks: TreasuryHooks;
  readonly #log: ((event: TreasuryEvent) => void) | null;
  readonly #report: (error: unknown) => void;
  readonly #calls: Set<Promise<unknown>> = new Set();
  #dropped = 0;

  /** Neither `log` nor `report` may throw. */
  constructor(
    hooks: TreasuryHooks,
    log: ((event: TreasuryEvent) => void) | null,
    report: (error: unknown) => void,
  ) {
    this.#hooks = hooks;
    this.#log = log;
    this.#report = report;
  }

  readonly committed: CommitListener = (change) => {
    try {
      for (const event of eventsOfChange(change)) this.#dispatch(event);
    } catch (error) {
      this.#report(error);
    }
  };

  async settled(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  #dispatch(event: TreasuryEvent): void {
    this.#log?.(event);
    // The compiler cannot relate the name of the hook to the kind of the event.
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

  /** Reports only the first of many dropped events. */
  #drop(): void {
    this.#dropped += 1;
    if (this.#dropped > 1) return;
    const message = `${callsAtOnce} calls of hooks are pending. Further events are dropped until some of them settle.`;
    this.#report(new Error(message));
  }
}

/** Logs ids and statuses, but no texts and amounts. */
export function eventLog(logger: Logger): (event: TreasuryEvent) => void {
  return (event) => writeLog(logger, "info", detailsOf(event), event.kind);
}

function detailsOf(event: TreasuryEvent): object {
  const { kind, workspaceId, at } = event;
  const happened = { kind, workspaceId, at };
  switch (event.kind) {
    case "proposalDecided": {
      const { proposal, decision, by } = event;
      return { ...happened, ...idsOf(proposal), decision, by };
    }
    case "proposalCreated":
    case "proposalExecuted":
    case "proposalFailed":
    case "attentionNeeded":
      return { ...happened, ...idsOf(event.proposal) };
    case "credited":
    case "reversed": {
      const { id: entryId, type, reversalOf } = event.entry;
      return { ...happened, entryId, type, reversalOf };
    }
    case "workspaceReset":
      return { ...happened, epoch: event.epoch };
    case "turnWaiting":
    case "turnEnded":
      return { ...happened, turnId: event.turnId };
  }
}

function idsOf({ id, turnId, status, verdict }: Proposal): object {
  return { proposalId: id, turnId, status, verdict };
}
