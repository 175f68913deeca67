import type { AgentEvent, Proposal, TokenUsage } from "@agent-treasury/contract";
import type { ModelMessage, ToolCalling } from "@agent-treasury/provider";
import { OpenAnswer } from "./open-answer.ts";
import type {
  AnsweredRecord,
  BegunRecord,
  EndedRecord,
  HappenedRecord,
  TakenRecord,
  TurnRecord,
  WaitsRecord,
} from "./turn-record.ts";

export interface ShownEvent {
  readonly sequence: number;
  readonly event: AgentEvent;
}

/** Computed from the turn's records alone, so that it is the same in every process. */
export class TurnState {
  sequence = 0;
  begun: BegunRecord | null = null;
  ended: EndedRecord | null = null;
  waits: WaitsRecord | null = null;
  answer: OpenAnswer | null = null;
  /** Pending proposals by call id. */
  readonly awaiting: Map<string, Proposal> = new Map();
  readonly shown: ShownEvent[] = [];
  steps = 0;
  calls = 0;
  usage: TokenUsage | null = null;
  /** Whether the turn may have had external effects. Then it has a result even if it fails. */
  hasEffects = false;
  /** Whether the model received content of a seller. */
  hasReadContent = false;
  /** Whether the model received outside content, also from a seller or with the message. */
  hasReadOutside = false;
  /** The number of recoveries since the turn last made progress. */
  recoveries = 0;
  reportedMissedCall = false;
  reportedEmpty = false;
  #hadEffects = false;
  readonly #messages: ModelMessage[] = [];
  /** Answers that are not in `#messages` yet. */
  #closed: OpenAnswer[] = [];

  apply(record: TurnRecord, sequence: number): void {
    this.sequence = sequence;
    if (record.kind === "begun") this.#begin(record);
    else if (record.kind === "taken") this.#take(record);
    else if (record.kind === "answered") this.#answer(record);
    else if (record.kind === "happened") this.#happen(record, sequence);
    else if (record.kind === "waits") this.waits = record;
    else this.ended = record;
  }

  /** Returns the messages after the opening. */
  conversation(calling: ToolCalling): readonly ModelMessage[] {
    this.#close();
    for (const answer of this.#closed) this.#messages.push(...answer.toMessages(calling));
    this.#closed = [];
    return this.#messages;
  }

  #begin(record: BegunRecord): void {
    this.begun = record;
    this.hasReadOutside = (record.context ?? []).length > 0;
  }

  #close(): void {
    if (this.answer !== null) this.#closed.push(this.answer);
    this.answer = null;
  }

  #take({ cause }: TakenRecord): void {
    this.waits = null;
    this.recoveries = cause === "recovery" ? this.recoveries + 1 : 0;
  }

  #answer(record: AnsweredRecord): void {
    this.#close();
    this.answer = new OpenAnswer(record);
    this.steps += 1;
    const malformed = record.calls.filter((call) => call.kind === "malformed");
    this.calls += record.calls.length - malformed.length;
    this.reportedMissedCall ||= malformed.some(({ isMissed }) => isMissed === true);
    this.reportedEmpty ||= malformed.some(({ isEmpty }) => isEmpty === true);
    this.usage = add(this.usage, record.usage);
    this.recoveries = 0;
  }

  #happen(record: HappenedRecord, sequence: number): void {
    const { event } = record;
    this.shown.push({ sequence, event });
    if (event.kind === "tool_call") {
      this.answer?.begin(event.callId);
      this.#hadEffects = this.hasEffects;
      this.hasEffects ||= record.isWrite === true;
    } else if (event.kind === "tool_result") {
      this.answer?.conclude(event.callId, event.tool, event.result);
      this.awaiting.delete(event.callId);
      this.hasReadContent ||= record.hasContent === true;
      this.hasReadOutside ||= record.hasContent === true || record.isOutside === true;
      if (record.nothingHappened === true) this.hasEffects = this.#hadEffects;
      this.recoveries = 0;
    } else if (event.kind === "proposal" && record.waitingCall !== undefined) {
      this.awaiting.set(record.waitingCall, event.proposal);
    } else if (record.isProse === true && this.answer !== null) {
      this.answer.proseWasShown = true;
    }
  }
}

function add(sum: TokenUsage | null, usage: TokenUsage | null): TokenUsage | null {
  if (usage === null || sum === null) return usage ?? sum;
  return {
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
  };
}
