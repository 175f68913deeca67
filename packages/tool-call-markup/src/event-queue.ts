import { cleanText, cleanTextPasses } from "./clean-text.ts";
import { malformedReason } from "./malformed-reason.ts";
import type { MarkupCall, MarkupEvent } from "./markup-event.ts";
import { maxSourceCharacters } from "./markup-limits.ts";

interface WaitingEvent {
  event: MarkupEvent;
  readonly callSource: string | null;
}

const nothing: MarkupEvent[] = [];

/**
 * Orders events and releases final ones. A call is final at the end of the answer, because a
 * `</think>` without its opener can still make it part of a thought. Events after the first call
 * therefore wait in order.
 */
export class EventQueue {
  charactersExamined = 0;

  readonly #maxCalls: number;
  #attempts = 0;
  #ready = nothing;
  #waiting: WaitingEvent[] = [];
  #runKind: "text" | "thought" = "text";
  #run = "";

  constructor(maxCalls: number) {
    this.#maxCalls = maxCalls;
  }

  get isFull(): boolean {
    return this.#attempts > this.#maxCalls;
  }

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

  revokeCalls(textWasThought: boolean, tag: string): void {
    this.#endRun();
    for (const { event, callSource } of this.#waiting) {
      if (callSource === null) this.#release(event);
      else this.#release(this.#malformedEvent(malformedReason.beforeThoughtEnd(tag), callSource));
    }
    this.#waiting = [];
    if (textWasThought) this.#add({ kind: "thought", text: "", textBeforeWasThought: true });
  }

  take(): readonly MarkupEvent[] {
    if (this.#waiting.length === 0 && this.#run !== "") this.#endRunForNow();
    const events = this.#ready;
    this.#ready = nothing;
    return events;
  }

  end(): readonly MarkupEvent[] {
    this.#endRun();
    for (const { event } of this.#waiting) this.#release(event);
    this.#waiting = [];
    return this.take();
  }

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
    if (this.#waiting.length === 0) this.#release(event);
    else this.#waiting.push({ event, callSource: null });
  }

  /** Creates a list with the first event, because most pieces of a stream have one or none. */
  #release(event: MarkupEvent): void {
    if (this.#ready === nothing) this.#ready = [event];
    else this.#ready.push(event);
  }

  /** Holds back a high surrogate at the end of a piece, because its pair may follow. */
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
