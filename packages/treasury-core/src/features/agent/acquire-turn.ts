import type { ChatMessage, ContextDocument } from "@agent-treasury/contract";
import { TreasuryError, type TurnName } from "@agent-treasury/provider";
import { orderedIdentifier } from "@agent-treasury/provider/helpers";
import type { TurnCaller } from "../../http/principal.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { freezeState } from "../freezes/index.ts";
import { beginOnce } from "./lease/begin-once.ts";
import { type TurnLease, acquireTurn, neverStarted, releaseTurn } from "./lease/turn-commands.ts";
import type { RunningTurns } from "./live/running-turns.ts";
import { readOrCloseTurn, turnLogOf } from "./log/read-turn-log.ts";
import { isLeaseLost } from "./log/turn-log-writer.ts";
import { recordVersion } from "./log/turn-record.ts";
import { TurnState } from "./log/turn-state.ts";
import { type LeasedTurn, type TurnDeps, openTurn } from "./steps/turn-run.ts";
import { type CountTokens, dailyTokenBudget } from "./token-budget.ts";
import { type ToolSet, toolSetOf } from "./tools/tool-set.ts";
import type { AgentSettings, OnTurnFailure } from "./turn-settings.ts";

const leaseMs = 15_000;
const dayMs = 86_400_000;

export interface TurnInput {
  readonly workspaceId: string;
  readonly message: string;
  readonly history: readonly ChatMessage[];
  /** Documents that the app passed. */
  readonly context?: readonly ContextDocument[] | undefined;
}

export interface TurnOptions {
  readonly caller?: TurnCaller | null;
  /** Whether the caller awaits the result. Then only the caller receives a failure. */
  readonly waits?: boolean;
  /** Receives a failure instead of the deployment. Ignored with `waits`. */
  readonly onFailure?: OnTurnFailure | null;
}

export interface StartOptions extends TurnOptions {
  readonly startedBy?: Person | null;
  readonly keyed?: KeyedRequest | null;
  /** Ignored with a key, because the request may be repeated. */
  readonly signal?: AbortSignal | null;
}

/** `leased` is set if the caller must run the turn. */
export type AcquiredTurn =
  | { readonly status: "resumed"; readonly leased: LeasedTurn }
  | { readonly status: "running" | "waiting" | "done" | "missing"; readonly leased: null };

export class TurnAcquirer {
  readonly #engine: Engine;
  readonly #settings: AgentSettings;
  readonly #running: RunningTurns;
  readonly #tools: () => ToolSet;
  readonly #countTokens: CountTokens;

  constructor(engine: Engine, settings: AgentSettings, running: RunningTurns) {
    this.#engine = engine;
    this.#settings = settings;
    this.#running = running;
    this.#tools = toolSetOf(settings.tools, settings.wrapTool);
    this.#countTokens = dailyTokenBudget(engine, settings.limits.dailyTokens);
  }

  /** Creates a turn and persists its message, or finds the turn of the same request. */
  async begin(
    { workspaceId, message, history: given, context = [] }: TurnInput,
    options: StartOptions,
  ): Promise<{ readonly turnId: string; readonly leased: LeasedTurn | null }> {
    const { keyed = null, signal = null, waits = false, startedBy: starter = null } = options;
    const { identifiers, clock } = this.#engine;
    return this.#withPermit(options, async (held) => {
      const own = this.#newLease(`turn_${orderedIdentifier(identifiers, clock.now())}`);
      const retentionMs = this.#retentionMs;
      const request = {
        workspaceId,
        lease: own,
        retentionMs,
        startedBy: starter,
        history: given,
        keyed,
      };
      const begun = await beginOnce(this.#engine, request);
      const { turnId, lease, epoch, startedBy, history, head } = begun;
      if (lease === null) return { turnId, leased: null };
      const endsWithProcess = waits && keyed === null;
      const turn = {
        ...held,
        turn: { workspaceId, turnId },
        lease,
        epoch,
        startedBy,
        state: new TurnState(),
        resumption: null,
        freezes: freezeState.of(head.account),
        callerSignal: endsWithProcess ? signal : null,
        endsWithProcess,
      };
      const leased = openTurn(turn, clock.now() + retentionMs);
      const at = clock.now();
      const documents = context.length === 0 ? {} : { context };
      const begins = { kind: "begun", version: recordVersion, at, message, history } as const;
      leased.log.add({ ...begins, ...documents });
      return { turnId, leased: (await this.#persistMessage(leased)) ? leased : null };
    });
  }

  async acquire(turn: TurnName, options: TurnOptions): Promise<AcquiredTurn> {
    return this.#withPermit<AcquiredTurn>(options, async (held) => {
      const { committer, clock } = this.#engine;
      const lease = this.#newLease(turn.turnId);
      const { answer: found, ledger } = await committer.runInGroup(
        turn.workspaceId,
        acquireTurn(lease),
      );
      if (found.kind !== "acquired") return { status: found.kind, leased: null };
      const expiresAt = clock.now() + this.#retentionMs;
      const log = turnLogOf(this.#engine);
      const state = await readOrCloseTurn(log, turn, lease.writer, expiresAt);
      if (state === null) {
        await committer.run(turn.workspaceId, releaseTurn(lease, neverStarted));
        return { status: "missing", leased: null };
      }
      const { before, isEarlierEpoch, proposals } = found;
      const cause = before.status === "waiting" ? "resume" : "recovery";
      const { epoch, startedBy } = before;
      const acquired = {
        ...held,
        turn,
        lease,
        epoch,
        startedBy,
        state,
        resumption: { cause, isEarlierEpoch, proposals } as const,
        freezes: freezeState.of(ledger.head.account),
        callerSignal: null,
        endsWithProcess: false,
      };
      return { status: "resumed", leased: openTurn(acquired, expiresAt) };
    });
  }

  /** The run of an acquired turn releases its permit. */
  async #withPermit<Result extends { readonly leased: LeasedTurn | null }>(
    options: TurnOptions,
    acquire: (held: Pick<LeasedTurn, "deps" | "returnPermit" | "onFailure">) => Promise<Result>,
  ): Promise<Result> {
    const deps = this.#turnDeps();
    const returnPermit = this.#running.acquirePermit(options.caller ?? null);
    let isAcquired = false;
    try {
      const result = await acquire({ deps, returnPermit, onFailure: failureReceiver(options) });
      isAcquired = result.leased !== null;
      return result;
    } finally {
      if (!isAcquired) returnPermit();
    }
  }

  #turnDeps(): TurnDeps {
    const { model, limits, instructions, tracing, openTab } = this.#settings;
    if (model === null) {
      throw new TreasuryError("model_not_connected", "No language model is connected.");
    }
    const engine = this.#engine;
    const tools = this.#tools();
    const countTokens = this.#countTokens;
    const { shutdown } = this.#running;
    const given = { model, tools, instructions, limits, tracing, openTab };
    return { engine, ...given, countTokens, shutdown };
  }

  /** Returns false if a repeated request has persisted the message. */
  async #persistMessage({ log, turn, lease }: LeasedTurn): Promise<boolean> {
    try {
      await log.flush();
      return true;
    } catch (error) {
      const { committer, report } = this.#engine;
      const release = releaseTurn(lease, { status: "running" });
      await committer.run(turn.workspaceId, release).catch(report);
      if (isLeaseLost(error) && error.cause === undefined) return false;
      const message = "The turn did not start, because its message could not be persisted.";
      throw new TreasuryError("storage_error", message, { cause: error });
    }
  }

  #newLease(turnId: string): TurnLease {
    return { turnId, writer: this.#engine.identifiers.random(), leaseMs };
  }

  get #retentionMs(): number {
    return this.#settings.limits.retentionDays * dayMs;
  }
}

const reportedByResult: OnTurnFailure = () => {};

function failureReceiver({ waits, onFailure }: TurnOptions): OnTurnFailure | null {
  return waits === true ? reportedByResult : (onFailure ?? null);
}
