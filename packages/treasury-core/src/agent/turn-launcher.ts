import type { ChatMessage } from "@agent-treasury/contract";
import { TreasuryError, type TurnName } from "@agent-treasury/provider";
import { orderedIdentifier } from "@agent-treasury/provider/helpers";
import type { KeyedRequest } from "../idempotency/keyed-request.ts";
import type { Engine } from "../treasury/engine.ts";
import { journalVersion } from "./journal/journal-record.ts";
import { turnLogOf } from "./journal/read-journal.ts";
import { readOrClose } from "./journal/read-or-close.ts";
import { isTurnLost } from "./journal/turn-lost.ts";
import { TurnMemory } from "./journal/turn-memory.ts";
import { beginOnce } from "./lease/begin-once.ts";
import {
  type TurnLease,
  type TurnRest,
  goneForGood,
  leaveTurn,
  takeUpTurn,
} from "./lease/turn-commands.ts";
import type { RunEnd } from "./live/run-end.ts";
import type { RunningTurns } from "./live/running-turns.ts";
import { goOn } from "./steps/go-on.ts";
import {
  type Launch,
  type LaunchParts,
  type OnTurnFailure,
  launchTurn,
  prepareLaunch,
} from "./steps/launch-turn.ts";
import {
  type TokenBudget,
  dailyTokenBudget,
  unboundedTokens,
} from "./token-budget/token-budget.ts";
import type { ToolSet } from "./tools/tool-set.ts";
import type { AgentSettings, TurnCaller } from "./turn-settings.ts";
import { turnToolsOf } from "./turn-tools.ts";

/** Until a turn of a process that is gone may be taken up; renewed while it runs. */
const leaseMs = 15_000;
const dayMs = 86_400_000;
const stillRuns: TurnRest = { status: "running" };

/** What a caller asks of the agent. */
export interface DirectiveInput {
  readonly workspaceId: string;
  readonly message: string;
  readonly history: readonly ChatMessage[];
}

/** How a turn may be begun. */
export interface StartOptions {
  /** The same request under a key gives the turn that the first one began. */
  readonly keyed?: KeyedRequest | null;
  /** Stops the turn. */
  readonly signal?: AbortSignal | null;
  /** Whether it ends with this process, in place of going on in another one. */
  readonly endsHere?: boolean;
  /** The caller whose permits it counts against; null for none. */
  readonly caller?: TurnCaller | null;
  /** Told when it fails before anything happened; the deployment is told unless given. */
  readonly onFailure?: OnTurnFailure | null;
}

/** What became of an attempt to take a turn up; `end` resolves when the run that it led to rests. */
export interface TakenUp {
  readonly status: "resumed" | "running" | "waiting" | "done" | "missing";
  readonly end: Promise<RunEnd> | null;
}

/** Begins turns in this process, and takes up those that nobody runs. */
export class TurnLauncher {
  readonly #engine: Engine;
  readonly #settings: AgentSettings;
  readonly #tools: () => ToolSet;
  readonly #tokens: TokenBudget;
  readonly #running: RunningTurns;

  constructor(engine: Engine, settings: AgentSettings, running: RunningTurns) {
    this.#engine = engine;
    this.#settings = settings;
    this.#running = running;
    this.#tools = turnToolsOf(settings.tools, settings.wrapTool);
    const { dailyTokens } = settings.limits;
    this.#tokens = dailyTokens === null ? unboundedTokens : dailyTokenBudget(engine, dailyTokens);
  }

  /**
   * Begins a turn, and resolves when its directive is kept: it runs on, whoever goes away.
   *
   * @throws TreasuryError `model_not_connected`, `too_many_turns`, `turn_in_progress`.
   */
  async begin(input: DirectiveInput, options: StartOptions): Promise<{ turnId: string }> {
    const { keyed = null, signal = null, endsHere = false, onFailure = null } = options;
    const { caller = null } = options;
    const parts = this.#parts();
    const seat = this.#running.takeSeat(caller);
    try {
      const { workspaceId, message } = input;
      const retentionMs = this.#retentionMs;
      const { identifiers, clock } = this.#engine;
      const own = this.#lease(`turn_${orderedIdentifier(identifiers, clock.now())}`);
      const beginning = { workspaceId, lease: own, retentionMs, history: input.history, keyed };
      const { turnId, lease, epoch, history } = await beginOnce(this.#engine, beginning);
      if (lease === null) {
        seat.leave();
        return { turnId };
      }
      const launch = this.#prepare({
        turn: { workspaceId, turnId },
        lease,
        epoch,
        memory: new TurnMemory(),
        callerSignal: signal,
        endsHere,
        onFailure,
      });
      const at = this.#engine.clock.now();
      launch.journal.note({ kind: "begun", version: journalVersion, at, message, history });
      if (!(await this.#keepFirst(launch))) {
        seat.leave();
        return { turnId };
      }
      void this.#running.follow(
        launch.live,
        seat,
        launchTurn(parts, launch, () => Promise.resolve()),
      );
      return { turnId };
    } catch (error) {
      seat.leave();
      throw error;
    }
  }

  /** Takes a turn up where nobody has it and nothing of it waits. */
  async takeUp(
    turn: TurnName,
    { onFailure = null, caller = null }: Pick<StartOptions, "onFailure" | "caller"> = {},
  ): Promise<TakenUp> {
    const parts = this.#parts();
    const seat = this.#running.takeSeat(caller);
    try {
      const lease = this.#lease(turn.turnId);
      const taken = await this.#engine.committer.run(turn.workspaceId, takeUpTurn(lease));
      if (taken.kind !== "taken") {
        seat.leave();
        return { status: taken.kind, end: null };
      }
      const taker = { writer: lease.writer, expiresAt: this.#expiresAt };
      const memory = await readOrClose(turnLogOf(this.#engine), turn, taker);
      if (memory === null) {
        await this.#engine.committer.run(turn.workspaceId, leaveTurn(lease, goneForGood));
        seat.leave();
        return { status: "missing", end: null };
      }
      const { before, isEarlierEpoch } = taken;
      const cause = before.status === "waiting" ? "resume" : "recovery";
      const nobodyWaits = { callerSignal: null, endsHere: false };
      const { epoch } = before;
      const launch = this.#prepare({ turn, lease, epoch, memory, ...nobodyWaits, onFailure });
      const { storage } = this.#engine;
      const end = launchTurn(parts, launch, (run) => goOn(run, storage, { cause, isEarlierEpoch }));
      return { status: "resumed", end: this.#running.follow(launch.live, seat, end) };
    } catch (error) {
      seat.leave();
      throw error;
    }
  }

  #prepare(taken: Omit<Parameters<typeof prepareLaunch>[1], "expiresAt">): Launch {
    return prepareLaunch(this.#engine, { ...taken, expiresAt: this.#expiresAt });
  }

  /** Keeps a turn's directive; false when somebody else, who was asked the same, has kept it before. */
  async #keepFirst({ journal, turn, lease }: Launch): Promise<boolean> {
    try {
      await journal.flush();
      return true;
    } catch (error) {
      // Whoever asks for the turn again finds it as it is.
      const { committer, report } = this.#engine;
      await committer.run(turn.workspaceId, leaveTurn(lease, stillRuns)).catch(report);
      if (isTurnLost(error) && error.cause === undefined) return false;
      const message = "The turn's directive could not be kept, so it was not begun.";
      throw new TreasuryError("storage_error", message, { cause: error });
    }
  }

  #parts(): LaunchParts {
    const { model, limits, instructions, tracing } = this.#settings;
    if (model === null) {
      throw new TreasuryError("model_not_connected", "No language model is connected.");
    }
    const { leaving } = this.#running;
    const tokens = this.#tokens;
    return {
      engine: this.#engine,
      model,
      tools: this.#tools(),
      limits,
      instructions,
      tracing,
      tokens,
      leaving,
    };
  }

  #lease(turnId: string): TurnLease {
    return { turnId, writer: this.#engine.identifiers.random(), leaseMs };
  }

  get #expiresAt(): number {
    return this.#engine.clock.now() + this.#retentionMs;
  }

  get #retentionMs(): number {
    return this.#settings.limits.retentionDays * dayMs;
  }
}
