import type { AgentTurnResult, TurnEvents, TurnStreamItem } from "@agent-treasury/contract";
import type { TurnName } from "@agent-treasury/provider";
import type { KeyedRequest } from "../idempotency/keyed-request.ts";
import type { Engine } from "../treasury/engine.ts";
import { hearFailure } from "./hear-failure.ts";
import { readTurn } from "./lease/turn-document.ts";
import { turnNotFound } from "./live/follow-turn.ts";
import type { RunEnd } from "./live/run-end.ts";
import { RunningTurns } from "./live/running-turns.ts";
import { TurnViews } from "./live/turn-views.ts";
import { type TurnRecovery, recoverTurns } from "./recover-turns.ts";
import { type DirectiveInput, type StartOptions, TurnLauncher } from "./turn-launcher.ts";
import type { AgentSettings, TurnCaller } from "./turn-settings.ts";

/** What became of a wish that a turn go on. */
export interface Resumption {
  readonly turnId: string;
  /** `resumed` for the one whose wish it was; `running` where it goes on already. */
  readonly status: "resumed" | "running" | "waiting" | "done";
}

/** Runs turns: one at a time in a workspace, a bounded number in a process. They outlive their callers. */
export class TurnRunner {
  readonly #engine: Engine;
  readonly #running: RunningTurns;
  readonly #launcher: TurnLauncher;
  readonly #views: TurnViews;
  /** Aborts when this process is told to end: turns of others are for others. */
  readonly #ending: AbortController = new AbortController();

  constructor(engine: Engine, settings: AgentSettings) {
    this.#engine = engine;
    this.#running = new RunningTurns(engine.clock, settings.limits);
    this.#launcher = new TurnLauncher(engine, settings, this.#running);
    this.#views = new TurnViews(engine, this.#running);
  }

  /**
   * Begins a turn, and resolves when its directive is kept: it runs on, whoever goes away.
   *
   * @throws TreasuryError `model_not_connected`, `too_many_turns`, `turn_in_progress`.
   */
  start(input: DirectiveInput, options: StartOptions = {}): Promise<{ turnId: string }> {
    return this.#launcher.begin(input, options);
  }

  /**
   * Runs a turn, and waits until it rests. `signal` stops it.
   *
   * @throws TreasuryError as `start`; `model_failed` or `turn_failed` when nothing happened before it failed.
   */
  async run(
    input: DirectiveInput,
    signal: AbortSignal | null,
    keyed: KeyedRequest | null = null,
    caller: TurnCaller | null = null,
  ): Promise<AgentTurnResult> {
    const { workspaceId } = input;
    const heard = hearFailure();
    const { onFailure } = heard;
    // A request that may be repeated is one whose sender wants the turn, also when it has to ask again.
    const stopped = keyed === null ? { signal, endsHere: true } : { keyed };
    const { turnId } = await this.start(input, { ...stopped, onFailure, caller });
    return heard.orThrow(this.#views.result({ workspaceId, turnId }));
  }

  /**
   * Lets a turn go on, once nothing of it waits any more; of all who ask, in whatever process, for one.
   *
   * @throws TreasuryError `turn_not_found`, `turn_in_progress` when another turn runs in the workspace,
   *   `model_not_connected`, `too_many_turns`.
   */
  async resume(
    turn: TurnName,
    options: Pick<StartOptions, "onFailure" | "caller"> = {},
  ): Promise<Resumption> {
    const { turnId } = turn;
    if (await this.#isUnderWay(turn)) return { turnId, status: "running" };
    const { status } = await this.#launcher.takeUp(turn, options);
    if (status === "missing") throw turnNotFound(turn);
    return { turnId, status };
  }

  /**
   * What a turn came to, when it waits or is over; waits for that.
   *
   * @throws TreasuryError `turn_not_found`, and what it failed with when nothing happened before.
   */
  result(turn: TurnName): Promise<AgentTurnResult> {
    return this.#views.result(turn);
  }

  /**
   * A turn as it happens: first `turn`, then the events after the one of id `after` (all of them for
   * null), the text so far of the answer under way, what comes live, and last `result` or `failure`.
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

  /**
   * What happened in a turn after the event of id `after`, and where it stands.
   *
   * @throws TreasuryError `turn_not_found`.
   */
  events(turn: TurnName, after: string | null): Promise<TurnEvents> {
    return this.#views.events(turn, after);
  }

  /** Takes up every turn whose process is gone, and waits until they rest. */
  async recover(): Promise<TurnRecovery> {
    const { ends, failed } = await this.takeUpDue();
    const ended = await Promise.all(ends);
    const rested = ended.filter(({ kind }) => kind === "rests").length;
    return { taken: ends.length, rested, failed };
  }

  /** Takes up no more turns of others, and gives its own a while to rest: then they stop where another process goes on. */
  leaveSoon(): void {
    this.#ending.abort("the process ends");
    this.#running.leaveSoon();
  }

  /** Begins nothing more; resolves when what is under way rests, or was left. After `leaveSoon`. */
  async drain(): Promise<void> {
    await this.#running.drain();
  }

  /** Takes up every turn whose process is gone; each entry of `ends` resolves when that turn rests. */
  takeUpDue(): Promise<{ readonly ends: readonly Promise<RunEnd>[]; readonly failed: number }> {
    const { signal } = this.#ending;
    return recoverTurns(this.#engine, signal, (turn) => this.#launcher.takeUp(turn));
  }

  /** A run that has let go of its turn is still here for a moment: the document says whether it has. */
  async #isUnderWay(turn: TurnName): Promise<boolean> {
    if (this.#running.find(turn) === null) return false;
    const { document } = await readTurn(this.#engine.storage, turn);
    return document?.status === "running";
  }
}
