import { EventQueue } from "./event-queue.ts";
import { JsonReader } from "./json-reader.ts";
import { malformedReason } from "./malformed-reason.ts";
import type { MarkupEvent } from "./markup-event.ts";
import { maxSourceCharacters, type MarkupLimits } from "./markup-limits.ts";
import { readCall } from "./read-call.ts";
import { TagScanner, type Tag, type TagNames } from "./tag-scanner.ts";

type Region = "text" | "thought" | "call" | "response";

/** What `createMarkupParser` describes: where in the answer we are, and what a tag does there. */
export class AnswerParser {
  readonly #limits: MarkupLimits;
  readonly #tags: TagScanner;
  readonly #events: EventQueue;
  #region: Region = "text";
  #depth = 0;
  #thoughtSeen = false;
  #json: JsonReader;
  #source = "";
  #examined = 0;
  #ended = false;

  constructor(limits: MarkupLimits, tags: TagNames) {
    this.#tags = new TagScanner(tags);
    this.#limits = limits;
    this.#events = new EventQueue(limits.maxCalls);
    this.#json = new JsonReader(limits);
  }

  get charactersExamined(): number {
    const inCall = this.#region === "call" ? this.#json.charactersExamined : 0;
    const inParts = this.#tags.charactersExamined + this.#events.charactersExamined;
    return this.#examined + inCall + inParts;
  }

  push(piece: string): MarkupEvent[] {
    if (this.#ended) throw new Error("This answer was ended: make a new parser for the next one.");
    let index = 0;
    while (index < piece.length) {
      if (!this.#tags.pending) {
        const found = this.#findTag(piece, index);
        this.#content(piece, index, found);
        index = found + 1;
        if (found < piece.length) this.#tags.begin();
      } else {
        index = this.#tags.read(piece, index);
        if (!this.#tags.pending) this.#decided(this.#tags.tag, this.#tags.text);
      }
    }
    return this.#events.take();
  }

  end(): MarkupEvent[] {
    if (this.#ended) return [];
    this.#ended = true;
    if (this.#tags.pending) {
      const cut = this.#tags.end();
      const closesCall =
        this.#region === "call" && cut?.closing === true && cut.name === "tool_call";
      this.#decided(closesCall ? null : cut, this.#tags.text);
    }
    if (this.#region === "call") this.#endCall(malformedReason.unterminated);
    if (this.#region === "response") this.#endResponse();
    return this.#events.end();
  }

  /** The next `<` that may begin a tag, for all that can be seen of it; the piece's end without one. */
  #findTag(piece: string, from: number): number {
    if (this.#region === "call") return this.#json.read(piece, from);
    for (let index = from; ;) {
      const found = piece.indexOf("<", index);
      if (found === -1) {
        this.#examined += piece.length - index;
        return piece.length;
      }
      const next = found + 1;
      this.#examined += next - index;
      if (next === piece.length) return found;
      // The sign after it is looked at once more, by whoever reads on.
      this.#examined += 1;
      if (this.#tags.mayBegin(piece.charCodeAt(next))) return found;
      index = next;
    }
  }

  #content(piece: string, from: number, to: number): void {
    if (this.#region === "text" || this.#region === "thought") {
      this.#events.content(this.#region, piece.slice(from, to));
    } else {
      this.#addSource(piece, from, to);
    }
  }

  #decided(tag: Tag | null, text: string): void {
    if (tag !== null) this.#tag(tag);
    else {
      if (this.#region === "call") this.#json.refuseLessThan();
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
        if (tag.name !== "think") this.#events.content("thought", tag.text);
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
          this.#endCall(malformedReason.interrupted(tagName(tag)));
          this.#tag(tag);
        }
        break;
    }
  }

  #opening(tag: Tag): void {
    if (tag.name === "think") this.#thoughtSeen = true;
    this.#depth = 1;
    this.#source = tag.text;
    if (tag.name === "think") this.#region = "thought";
    else if (tag.name === "tool_response") this.#region = "response";
    else {
      this.#region = "call";
      this.#json = new JsonReader(this.#limits);
    }
    if (!tag.selfClosing) return;
    if (this.#region === "call") this.#endCall(null);
    if (this.#region === "response") this.#endResponse();
    this.#region = "text";
  }

  #strayClosing(tag: Tag): void {
    if (tag.name !== "think") return;
    this.#events.revokeCalls(!this.#thoughtSeen);
    this.#thoughtSeen = true;
  }

  #nested(tag: Tag): number {
    if (tag.closing) this.#depth -= 1;
    else if (!tag.selfClosing) this.#depth += 1;
    return this.#depth;
  }

  #endCall(reason: string | null): void {
    this.#region = "text";
    const object = this.#json.end();
    this.#examined += this.#json.charactersExamined;
    if (reason !== null || object === null) {
      this.#events.malformed(reason ?? this.#json.failure ?? "", this.#source);
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

function tagName(tag: Tag): string {
  return `<${tag.closing ? "/" : ""}${tag.name}>`;
}
