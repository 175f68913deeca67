import { lessThan } from "./character-codes.ts";
import { EventQueue } from "./event-queue.ts";
import { JsonReader } from "./json-reader.ts";
import { malformedReason } from "./malformed-reason.ts";
import type { MarkupEvent } from "./markup-event.ts";
import { maxSourceCharacters, type MarkupLimits } from "./markup-limits.ts";
import { readCall } from "./read-call.ts";
import { plainTagAt, TagScanner, type Tag, type TagNames } from "./tag-scanner.ts";

type Region = "text" | "thought" | "call" | "response";

export class AnswerParser {
  readonly #limits: MarkupLimits;
  readonly #names: TagNames;
  readonly #events: EventQueue;
  #region: Region = "text";
  #form = "";
  #depth = 0;
  #thoughtSeen = false;
  #json: JsonReader | null = null;
  #scanner: TagScanner | null = null;
  #source = "";
  #examined = 0;
  #ended = false;

  constructor(limits: MarkupLimits, names: TagNames) {
    this.#limits = limits;
    this.#names = names;
    this.#events = new EventQueue(limits.maxCalls);
  }

  get charactersExamined(): number {
    const inCall = this.#json?.charactersExamined ?? 0;
    const inTag = this.#scanner?.charactersExamined ?? 0;
    return this.#examined + inCall + inTag + this.#events.charactersExamined;
  }

  push(piece: string): readonly MarkupEvent[] {
    if (this.#ended)
      throw new Error("This answer has ended: create a new parser for the next one.");
    let index = 0;
    while (index < piece.length) {
      if (this.#scanner === null) {
        const found = this.#findTag(piece, index);
        if (found > index) this.#content(piece, index, found);
        index = found < piece.length ? this.#beginTag(piece, found) : found;
      } else {
        index = this.#scanner.read(piece, index);
        if (this.#scanner.decided) this.#decided(this.#scanner, this.#scanner.tag);
      }
    }
    return this.#events.take();
  }

  end(isWhole = false): readonly MarkupEvent[] {
    if (this.#ended) return [];
    this.#ended = true;
    if (this.#scanner !== null) {
      const cut = this.#scanner.end();
      const closesCall =
        this.#region === "call" && cut?.closing === true && cut.name === "tool_call";
      this.#decided(this.#scanner, closesCall && !isWhole ? null : cut);
    }
    if (this.#region === "call") {
      const isComplete = isWhole && this.#json?.isComplete === true;
      this.#endCall(isComplete ? null : malformedReason.unterminated);
    }
    if (this.#region === "response") this.#endResponse();
    return this.#events.end();
  }

  #findTag(piece: string, from: number): number {
    if (this.#region === "call") return this.#readCall(piece, from);
    const { beginning } = this.#names;
    beginning.lastIndex = from;
    const found = beginning.test(piece) ? beginning.lastIndex - 1 : piece.length;
    this.#examined += found - from + 1;
    return found;
  }

  #readCall(piece: string, from: number): number {
    if (this.#json === null && piece.charCodeAt(from) === lessThan) {
      this.#examined += 1;
      return from;
    }
    this.#json ??= new JsonReader(this.#limits);
    return this.#json.read(piece, from);
  }

  #beginTag(piece: string, found: number): number {
    const tag = plainTagAt(this.#names, piece, found);
    if (tag === null) {
      this.#scanner = new TagScanner(this.#names, piece.charCodeAt(found));
      return found + 1;
    }
    this.#examined += tag.text.length;
    this.#tag(tag);
    return found + tag.text.length;
  }

  #content(piece: string, from: number, to: number): void {
    if (this.#region === "text" || this.#region === "thought") {
      this.#events.content(this.#region, piece.slice(from, to));
    } else {
      this.#addSource(piece, from, to);
    }
  }

  #decided({ text, charactersExamined }: TagScanner, tag: Tag | null): void {
    this.#scanner = null;
    this.#examined += charactersExamined;
    if (tag !== null) this.#tag(tag);
    else {
      if (this.#region === "call") (this.#json ??= new JsonReader(this.#limits)).refuseLessThan();
      this.#content(text, 0, text.length);
    }
  }

  #tag(tag: Tag): void {
    switch (this.#region) {
      case "text":
        if (tag.closing) this.#strayClosing(tag);
        else this.#opening(tag);
        break;
      case "thought":
        if (tag.form !== this.#form) this.#events.content("thought", tag.text);
        else if (this.#nested(tag) === 0) this.#region = "text";
        break;
      case "response":
        this.#addSource(tag.text, 0, tag.text.length);
        if (tag.name === "think" && tag.closing) this.#strayClosing(tag);
        if (tag.name === "tool_response" && this.#nested(tag) === 0) this.#endResponse();
        break;
      case "call":
        if (tag.name === "tool_call" && tag.closing) this.#endCall(null);
        else {
          // Beyond the limit of calls no reason is reported, so none is built.
          this.#endCall(this.#events.isFull ? "" : malformedReason.interrupted(tag.plain));
          this.#tag(tag);
        }
        break;
    }
  }

  #opening(tag: Tag): void {
    if (tag.name === "think") this.#thoughtSeen = true;
    this.#form = tag.form;
    this.#depth = 1;
    this.#source = tag.text;
    if (tag.name === "think") this.#region = "thought";
    else if (tag.name === "tool_response") this.#region = "response";
    else this.#region = "call";
    if (!tag.selfClosing) return;
    if (this.#region === "call") this.#endCall(null);
    if (this.#region === "response") this.#endResponse();
    this.#region = "text";
  }

  #strayClosing(tag: Tag): void {
    if (tag.name !== "think") return;
    if (!tag.closesWithoutOpener) {
      if (this.#region === "text") this.#events.content("text", tag.text);
      return;
    }
    this.#events.revokeCalls(!this.#thoughtSeen, tag.plain);
    this.#thoughtSeen = true;
  }

  #nested(tag: Tag): number {
    if (tag.closing) this.#depth -= 1;
    else if (!tag.selfClosing) this.#depth += 1;
    return this.#depth;
  }

  #endCall(reason: string | null): void {
    const json = this.#json;
    this.#json = null;
    this.#region = "text";
    const object = json?.end() ?? null;
    this.#examined += json?.charactersExamined ?? 0;
    if (reason !== null || object === null) {
      const failure = json === null ? malformedReason.empty : json.failure;
      this.#events.malformed(reason ?? failure ?? "", this.#source);
      return;
    }
    const reading = readCall(object, this.#limits);
    this.#examined += reading.charactersExamined;
    if (reading.call !== null) this.#events.call(reading.call, this.#source);
    else this.#events.malformed(reading.reason, this.#source);
  }

  #endResponse(): void {
    this.#region = "text";
    this.#events.malformed(malformedReason.response, this.#source);
  }

  #addSource(piece: string, from: number, to: number): void {
    const room = maxSourceCharacters - this.#source.length;
    if (room > 0) this.#source += piece.slice(from, Math.min(to, from + room));
  }
}
