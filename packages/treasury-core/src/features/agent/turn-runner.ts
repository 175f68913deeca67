import type { AgentTurnResult, TurnEvents, TurnStreamItem } from "@agent-treasury/contract";
import { isTreasuryError, type TurnName } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { retryLater } from "../../kernel/errors.ts";
import { dueDocs } from "../../kernel/ledger/due-docs.ts";
import {
  type StartOptions,
  TurnAcquirer,
  type TurnInput,
  type TurnOptions,
} from "./acquire-turn.ts";
import { readTurn, turnKind, turnNotFound } from "./lease/turn-document.ts";
import type { LiveTurn } from "./live/live-turn.ts";
import { RunningTurns } from "./live/running-turns.ts";
import { TurnViews } from "./live/turn-views.ts";
import { runTurn } from "./steps/run-turn.ts";
import type { AgentSettings, RunEnd, TurnRecovery } from "./turn-settings.ts";

export { checkTreasuryTool, proposeSpendTool } from "./tools/treasury-tools.ts";

export interface StartedTurn {
  readonly turnId: string;
  /** `resumed` if this call runs the turn, `running` if another one does. */
  readonly status: "resumed" | "running" | "waiting" | "done";
  /** Resolves when the turn waits or is over. Throws the failure of a turn without effects. */
  result(): Promise<AgentTurnResult>;
  /** Throws `turn_in_progress` if the turn is already running. */
  resumed(): Promise<AgentTurnResult>;
}

/**
 * Runs turns: one at a time per workspace, and a limited number per process.
 *
 * A turn is a document with a lease (`lease/`), committed with the ledger, and an append-only log (`log/`).
 * `start` and `resume` acquire the lease. `runTurn` (`steps/`) calls the model, runs its calls (`tools/`), and
 * releases the lease when the turn waits for approvals or is over. Any process may resume a waiting turn.
 * Results and streams (`live/`) read turns of other processes from their logs.
 */
export class TurnRunner {
  readonly #engine: Engine;
  readonly #running: RunningTurns;
  readonly #acquirer: TurnAcquirer;
  readonly #views: TurnViews;
  /** Aborts at shutdown, to stop recoveries. */
  readonly #closing: AbortController = new AbortController();

  constructor(engine: Engine, settings: AgentSettings) {
    this.#engine = engine;
    this.#running = new RunningTurns(engine.clock, settings.limits);
    this.#acquirer = new TurnAcquirer(engine, settings, this.#running);
    this.#views = new TurnViews(engine, this.#running, settings.limits);
  }

  /**
   * Resolves when the turn's message is persisted. The turn then continues without its caller, unless the
   * caller waits without an idempotency key.
   *
   * @throws TreasuryError `model_not_connected`, `too_many_turns`, `turn_in_progress`.
   */
  async start(input: TurnInput, options: StartOptions = {}): Promise<StartedTurn> {
    const { turnId, leased } = await this.#acquirer.begin(input, options);
    const turn = { workspaceId: input.workspaceId, turnId };
    if (leased === null) return this.#started(turn, "running");
    void this.#running.track(leased, runTurn(leased));
    return this.#started(turn, "resumed", leased.live);
  }

  /**
   * Resumes a turn that has no pending proposal. One of several concurrent callers resumes it.
   *
   * @throws TreasuryError `turn_not_found`, `turn_in_progress`, `model_not_connected`, `too_many_turns`.
   */
  async resume(turn: TurnName, options: TurnOptions = {}): Promise<StartedTurn> {
    if (await this.#runsHere(turn)) return this.#started(turn, "running");
    const { status, leased } = await this.#acquirer.acquire(turn, options);
    if (status === "missing") throw turnNotFound(turn);
    if (leased === null) return this.#started(turn, status);
    void this.#running.track(leased, runTurn(leased));
    return this.#started(turn, status, leased.live);
  }

  /**
   * Streams the events after the id `after`, the text of the current answer, live items, and finally `result`
   * or `failure`.
   *
   * @throws TreasuryError `turn_not_found`, before the first item.
   */
  watch(
    turn: TurnName,
    after: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<TurnStreamItem, void, undefined> {
    return this.#views.watch(turn, after, signal);
  }

  /** @throws TreasuryError `turn_not_found`. */
  events(turn: TurnName, after: string | null): Promise<TurnEvents> {
    return this.#views.events(turn, after);
  }

  /** Resumes the turns of crashed processes, and waits until they are paused or over. */
  async recover(): Promise<TurnRecovery> {
    const { runs, failed } = await this.recoverDue();
    const ends = await Promise.all(runs);
    const rested = ends.filter(({ kind }) => kind === "rests").length;
    return { taken: runs.length, rested, failed };
  }

  beginShutdown(): void {
    this.#closing.abort("shutdown");
    this.#running.beginShutdown();
  }

  /** Resolves when no turn runs here. Call `beginShutdown` first. */
  async drain(): Promise<void> {
    await this.#running.drain();
  }

  /** As `recover`, but does not wait for the turns. Several processes may do so concurrently. */
  async recoverDue(): Promise<{
    readonly runs: readonly Promise<RunEnd>[];
    readonly failed: number;
  }> {
    const engine = this.#engine;
    const runs: Promise<RunEnd>[] = [];
    let failed = 0;
    for await (const { workspaceId, doc } of dueDocs(engine, [turnKind], this.#closing.signal)) {
      try {
        const { leased } = await this.#acquirer.acquire({ workspaceId, turnId: doc.id }, {});
        if (leased !== null) runs.push(this.#running.track(leased, runTurn(leased)));
      } catch (error) {
        const code = isTreasuryError(error) ? error.code : null;
        // The next recovery, or another process, resumes the others.
        if (code === "too_many_turns" || code === "shutting_down") break;
        if (code === "turn_in_progress") continue;
        failed += 1;
        engine.report(error);
      }
    }
    return { runs, failed };
  }

  /** A run that has just released its turn is still tracked, so the document decides. */
  async #runsHere(turn: TurnName): Promise<boolean> {
    if (this.#running.find(turn) === null) return false;
    const { document } = await readTurn(this.#engine.storage, turn);
    return document?.status === "running";
  }

  #started(turn: TurnName, status: StartedTurn["status"], live?: LiveTurn): StartedTurn {
    const result = (): Promise<AgentTurnResult> => this.#views.result(turn, live);
    const resumed = async (): Promise<AgentTurnResult> => {
      if (status !== "running") return result();
      throw retryLater("turn_in_progress", "The turn is already running.", 5);
    };
    return { turnId: turn.turnId, status, result, resumed };
  }
}
