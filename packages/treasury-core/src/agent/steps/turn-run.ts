import type { AgentEvent } from "@agent-treasury/contract";
import type {
  Clock,
  LanguageModel,
  ModelMessage,
  ToolCalling,
  TurnName,
} from "@agent-treasury/provider";
import { timestamp } from "../../ledger/timestamp.ts";
import type { HappenedRecord, JournalRecord } from "../journal/journal-record.ts";
import type { TurnJournal } from "../journal/turn-journal.ts";
import type { TurnMemory } from "../journal/turn-memory.ts";
import type { LiveTurn } from "../live/live-turn.ts";
import type { TokenBudget } from "../token-budget/token-budget.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import type { TurnLimits } from "../turn-settings.ts";
import type { TurnTracing } from "../turn-tracing.ts";

/** One run of a turn: from where it stood to where it rests. */
export interface TurnRun {
  readonly turn: TurnName;
  /** The epoch of the ledger in which the turn began. */
  readonly epoch: number;
  readonly model: LanguageModel;
  readonly tools: ToolSet;
  readonly limits: TurnLimits;
  readonly clock: Clock;
  readonly memory: TurnMemory;
  readonly journal: TurnJournal;
  readonly live: LiveTurn;
  readonly tracing: TurnTracing;
  readonly tokens: TokenBudget;
  /** Told to the model beside what the treasury tells it. */
  readonly instructions: string;
  /** What its conversation begins with, by how the model calls tools; filled in by the first question. */
  readonly openings: Map<ToolCalling, readonly ModelMessage[]>;
  /** Aborts when the turn's time is over, when its caller stopped it, or when it was lost. */
  readonly signal: AbortSignal;
  /** Aborts also when the process ends: whoever takes the turn up asks again. */
  readonly askingSignal: AbortSignal;
  /** Aborts when the process ends: what is not under way is not begun any more. */
  readonly leaving: AbortSignal;
  /**
   * Whether it ends with this process. Another one goes on with it otherwise; but a caller who waits for
   * it without a key could only ask for all of it a second time.
   */
  readonly endsHere: boolean;
}

type WithoutTime<Event> = Event extends AgentEvent ? Omit<Event, "at"> : never;

/** An event before the time of its happening is noted. */
export type HappenedEvent = WithoutTime<AgentEvent>;

/** Notes what happened, with the time. */
export function noteEvent(
  { journal, clock }: Pick<TurnRun, "journal" | "clock">,
  event: HappenedEvent,
  more: Omit<HappenedRecord, "kind" | "event"> = {},
): void {
  const at = timestamp(clock.now());
  const record: JournalRecord = { kind: "happened", event: { ...event, at }, ...more };
  journal.note(record);
}
