import type { AgentEvent } from "@agent-treasury/contract";
import type { LanguageModel, ModelMessage, ToolCalling, TurnName } from "@agent-treasury/provider";
import { timestamp } from "../../ledger/timestamp.ts";
import type { Engine } from "../../treasury/engine.ts";
import type { TurnLease } from "../lease/turn-commands.ts";
import { LiveTurn } from "../live/live-turn.ts";
import type { Permit } from "../live/running-turns.ts";
import { turnLogOf } from "../log/read-turn-log.ts";
import { TurnLogWriter } from "../log/turn-log-writer.ts";
import type { HappenedRecord, TakenRecord } from "../log/turn-record.ts";
import type { TurnState } from "../log/turn-state.ts";
import type { ReserveTokens } from "../token-budget.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import type { OnTurnFailure, TurnLimits, TurnTracing } from "../turn-settings.ts";

/** What all runs of a process share. */
export interface TurnDeps {
  readonly engine: Engine;
  readonly model: LanguageModel;
  readonly tools: ToolSet;
  /** The deployment's instructions, which follow the treasury's own in the system message. */
  readonly instructions: string;
  readonly limits: TurnLimits;
  readonly tracing: TurnTracing;
  readonly reserveTokens: ReserveTokens;
  /** Aborts when the process shuts down: a step that has not begun does not begin. */
  readonly shutdown: AbortSignal;
}

/** How a turn was resumed. */
export interface Resumption {
  readonly cause: TakenRecord["cause"];
  /** The workspace was reset since the turn began. */
  readonly isEarlierEpoch: boolean;
}

/** A turn whose lease this process has acquired, with its log writer and its live view. */
export interface LeasedTurn {
  readonly deps: TurnDeps;
  readonly permit: Permit;
  readonly turn: TurnName;
  readonly lease: TurnLease;
  /** The epoch of the ledger in which the turn began. */
  readonly epoch: number;
  readonly state: TurnState;
  /** Null for a turn that begins. */
  readonly resumption: Resumption | null;
  /** Aborts when the caller stops the turn; null if the turn runs on without its caller. */
  readonly callerSignal: AbortSignal | null;
  /**
   * Whether the turn ends when the process shuts down, because its caller waits without an idempotency key and
   * could only run all of it again. Otherwise another process continues the turn.
   */
  readonly endsWithProcess: boolean;
  /** Receives the failure of a turn without effects. `engine.report` receives it if this is null. */
  readonly onFailure: OnTurnFailure | null;
  readonly log: TurnLogWriter;
  readonly live: LiveTurn;
  /** Aborts when the lease is lost. */
  readonly lost: AbortController;
}

/** `expiresAt` is the time at which the turn's records may be purged. */
export function openTurn(
  acquired: Omit<LeasedTurn, "log" | "live" | "lost">,
  expiresAt: number,
): LeasedTurn {
  const { deps, turn, lease, state } = acquired;
  const { engine } = deps;
  const live = new LiveTurn(turn, state);
  const lost = new AbortController();
  const log = new TurnLogWriter(
    {
      log: turnLogOf(engine),
      turn,
      writer: lease.writer,
      expiresAt,
      clock: engine.clock,
      isWatched: () => live.watchers > 0,
      onDurable: (sequence) => live.showUpTo(sequence),
      onLost: (reason) => lost.abort(reason),
    },
    state,
  );
  return { ...acquired, log, live, lost };
}

/** One run of a turn, until it waits or is over. */
export interface TurnRun extends LeasedTurn {
  /** Aborts when the turn's time is over, its caller stops it, or its lease is lost. */
  readonly signal: AbortSignal;
  /** As `signal`, and aborts when the process shuts down: the process that resumes the turn asks again. */
  readonly askingSignal: AbortSignal;
  /** The first messages of the conversation, by the model's kind of calls. Filled by the first request. */
  readonly openings: Map<ToolCalling, readonly ModelMessage[]>;
}

type WithoutTime<Event> = Event extends AgentEvent ? Omit<Event, "at"> : never;

/** Adds an event to the log, with the current time. */
export function addEvent(
  { log, deps }: Pick<TurnRun, "log" | "deps">,
  event: WithoutTime<AgentEvent>,
  more: Omit<HappenedRecord, "kind" | "event"> = {},
): void {
  const at = timestamp(deps.engine.clock.now());
  log.add({ kind: "happened", event: { ...event, at }, ...more });
}
