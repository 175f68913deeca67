import { cleanText, cleanTextPasses } from "./clean-text.ts";
import { malformedReason } from "./malformed-reason.ts";
import type { MarkupCall, MarkupEvent } from "./markup-event.ts";
import { maxSourceCharacters } from "./markup-limits.ts";

interface WaitingEvent {
  event: MarkupEvent;
  /** What the model wrote, for a call that may still be revoked. */
  readonly callSource: string | null;
}

const nothing: readonly MarkupEvent[] = [];

/**
 * Puts events in order and lets them out when they are final. A call is final at the end of the
 * answer only, since a `</think>` without its opener may still turn it into a part of a thought;
 * so from the first call on everything waits, and keeps its place.
 */
export class EventQueue {
  charactersExamined = 0;

  readonly #maxCalls: number;
  #attempts = 0;
  #ready: MarkupEvent[] = [];
  #waiting: WaitingEvent[] = [];
  #runKind: "text" | "thought" = "text";
  #run = "";

  constructor(maxCalls: number) {
    this.#maxCalls = maxCalls;
  }

  /** Whether calls are refused by now: the bound is reached, and the model was told. */
  get isFull(): boolean {
    return this.#attempts > this.#maxCalls;
  }

  /** Text or thought, in slices of any size. */
  content(kind: "text" | "thought", slice: string): void {
    if (slice === "") return;
    if (kind !== this.#runKind) this.#endRun();
    this.#runKind = kind;
    this.#run += slice;
  }

  call(call: MarkupCall, source: string): void {
    if (!this.#admit(source)) return;
    this.#endRun();
    this.#waiting.push({ event: call, callSource: source });
  }

  malformed(reason: string, source: string): void {
    if (this.#admit(source)) this.#addMalformed(reason, source);
  }

  /** Everything up to here was thought: calls that wait are revoked. */
  revokeCalls(textWasThought: boolean): void {
    this.#endRun();
    for (const { event, callSource } of this.#waiting) {
      if (callSource === null) this.#ready.push(event);
      else this.#ready.push(this.#malformedEvent(malformedReason.beforeThoughtEnd, callSource));
    }
    this.#waiting = [];
    if (textWasThought) this.#add({ kind: "thought", text: "", textBeforeWasThought: true });
  }

  /** The events that are final by now, each once. */
  take(): readonly MarkupEvent[] {
    if (this.#waiting.length === 0 && this.#run !== "") this.#endRunForNow();
    // Most pieces of a long call end nothing, and cost no list then.
    if (this.#ready.length === 0) return nothing;
    const events = this.#ready;
    this.#ready = [];
    return events;
  }

  /** The answer is over, and all that waited is final. */
  end(): readonly MarkupEvent[] {
    this.#endRun();
    for (const { event } of this.#waiting) this.#ready.push(event);
    this.#waiting = [];
    return this.take();
  }

  /** Beyond the bound, one event tells the model; after it nothing is added. */
  #admit(source: string): boolean {
    this.#attempts += 1;
    if (this.#attempts === this.#maxCalls + 1) {
      this.#addMalformed(malformedReason.tooMany(this.#maxCalls), source);
    }
    return this.#attempts <= this.#maxCalls;
  }

  #addMalformed(reason: string, source: string): void {
    this.#endRun();
    this.#add(this.#malformedEvent(reason, source));
  }

  #add(event: MarkupEvent): void {
    if (this.#waiting.length === 0) this.#ready.push(event);
    else this.#waiting.push({ event, callSource: null });
  }

  /** A high surrogate at the end of a piece stays behind: its other half may come in the next. */
  #endRunForNow(): void {
    const run = this.#run;
    const lastCode = run.charCodeAt(run.length - 1);
    this.charactersExamined += 1;
    if (!(lastCode >= 0xd800 && lastCode <= 0xdbff)) {
      this.#endRun();
      return;
    }
    this.#run = run.slice(0, -1);
    this.#endRun();
    this.#run = run.slice(-1);
  }

  #endRun(): void {
    const text = this.#run;
    if (text === "") return;
    this.#run = "";
    this.charactersExamined += text.length;
    this.#add({ kind: this.#runKind, text: text.toWellFormed() });
  }

  #malformedEvent(reason: string, source: string): MarkupEvent {
    const excerpt = source.slice(0, maxSourceCharacters);
    return { kind: "malformed", reason, source: this.#clean(excerpt) };
  }

  #clean(text: string): string {
    this.charactersExamined += text.length * cleanTextPasses;
    return cleanText(text);
  }
}
