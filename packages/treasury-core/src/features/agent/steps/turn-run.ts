import type { AgentEvent } from "@agent-treasury/contract";
import type {
  Doc,
  LanguageModel,
  ModelMessage,
  ToolCalling,
  TurnName,
} from "@agent-treasury/provider";
import type { Engine } from "../../../kernel/engine.ts";
import type { Person } from "../../../kernel/ledger/person.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import type { Freeze } from "../../freezes/index.ts";
import type { TurnLease } from "../lease/turn-commands.ts";
import { LiveTurn } from "../live/live-turn.ts";
import { turnLogOf } from "../log/read-turn-log.ts";
import { TurnLogWriter } from "../log/turn-log-writer.ts";
import type { HappenedRecord, TakenRecord } from "../log/turn-record.ts";
import type { TurnState } from "../log/turn-state.ts";
import type { CountTokens } from "../token-budget.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import type { AgentSettings, OnTurnFailure } from "../turn-settings.ts";
import type { TurnTab } from "../turn-tab.ts";

export interface TurnDeps extends Pick<
  AgentSettings,
  "instructions" | "limits" | "openTab" | "tracing"
> {
  readonly engine: Engine;
  readonly model: LanguageModel;
  readonly tools: ToolSet;
  readonly countTokens: CountTokens;
  /** Aborts at shutdown. No further step starts then. */
  readonly shutdown: AbortSignal;
}

export interface Resumption {
  readonly cause: TakenRecord["cause"];
  readonly isEarlierEpoch: boolean;
  /** Those that the commit read which acquired the turn. */
  readonly proposals: readonly Doc[];
}

export interface LeasedTurn {
  readonly deps: TurnDeps;
  readonly returnPermit: () => void;
  readonly turn: TurnName;
  readonly lease: TurnLease;
  /** The epoch in which the turn began. */
  readonly epoch: number;
  /** The person who started the turn, also after another person resumed it. */
  readonly startedBy: Person | null;
  readonly state: TurnState;
  /** Null for a new turn. */
  readonly resumption: Resumption | null;
  /** Those of the workspace in the commit that acquired the turn. Null if they may have changed. */
  readonly freezes: readonly Freeze[] | null;
  /** Null if the turn does not depend on its caller. */
  readonly callerSignal: AbortSignal | null;
  /**
   * Whether the turn ends at shutdown, because its caller waits without an idempotency key and could not find
   * it again.
   */
  readonly endsWithProcess: boolean;
  /** Receives the failure of a turn without effects. Defaults to `engine.report`. */
  readonly onFailure: OnTurnFailure | null;
  readonly log: TurnLogWriter;
  readonly live: LiveTurn;
  readonly lost: AbortController;
}

/** `expiresAt` is the time from which the turn's records may be purged. */
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

export interface TurnRun extends LeasedTurn {
  /** Aborts when the turn times out, its caller stops it, or its lease is lost. */
  readonly signal: AbortSignal;
  /** Also aborts at shutdown. The next run repeats the request. */
  readonly askingSignal: AbortSignal;
  readonly openings: Map<ToolCalling, readonly ModelMessage[]>;
  /** Null if the model calls are not charged. */
  readonly tab: TurnTab | null;
}

type WithoutTime<Event> = Event extends AgentEvent ? Omit<Event, "at"> : never;

export function addEvent(
  { log, deps }: Pick<TurnRun, "log" | "deps">,
  event: WithoutTime<AgentEvent>,
  more: Omit<HappenedRecord, "kind" | "event"> = {},
): void {
  const at = timestamp(deps.engine.clock.now());
  log.add({ kind: "happened", event: { ...event, at }, ...more });
}
