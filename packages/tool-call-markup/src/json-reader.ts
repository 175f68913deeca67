import type { JsonObject } from "@agent-treasury/provider";
import {
  backtick,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isBareWord,
  isSpace,
  lessThan,
  openBrace,
  openBracket,
  quote,
} from "./character-codes.ts";
import { JsonBuilder } from "./json-builder.ts";
import { JsonString } from "./json-string.ts";
import { jsonWordValue } from "./json-word.ts";
import { malformedReason, shownCharacter, shownWord } from "./malformed-reason.ts";
import type { MarkupLimits } from "./markup-limits.ts";

/** This property would change its object's prototype and be hidden from the tool. */
const prototypeKey = "__proto__";

/**
 * Reads one JSON object in pieces. Models' code fences, trailing commas and raw line breaks in
 * strings are accepted.
 *
 * It stops at every `<` outside of a string, so that the caller can check for a tag. After an error
 * it only searches for that `<`. Strings are still recognised after a limit or a bad escape. Other
 * errors are usually caused by an extra quote, so that quotes are then unreliable.
 */
export class JsonReader {
  failure: string | null = null;

  readonly #limits: MarkupLimits;
  readonly #builder = new JsonBuilder();
  readonly #string = new JsonString();
  #examined = 0;
  #length = 0;
  #stringsReadable = true;
  #begun = false;
  #inFence = false;
  #word = "";

  constructor(limits: MarkupLimits) {
    this.#limits = limits;
  }

  get charactersExamined(): number {
    return this.#examined + this.#string.charactersExamined;
  }

  get isComplete(): boolean {
    return this.failure === null && this.#builder.complete;
  }

  read(piece: string, from: number): number {
    // After an error nothing is stored, so that no limit applies.
    if (this.failure !== null) return this.#readUpTo(piece, from, piece.length);
    const room = this.#limits.maxBodyCharacters - this.#length;
    const end = Math.min(piece.length, from + room);
    let index = this.#readUpTo(piece, from, end);
    if (index === end && end < piece.length) {
      const atTag = !this.#string.open && piece.charCodeAt(end) === lessThan;
      if (!atTag) this.#fail(malformedReason.tooLarge(this.#limits.maxBodyCharacters), true);
      index = this.#readUpTo(piece, end, piece.length);
    }
    this.#length += Math.min(index, end) - from;
    return index;
  }

  refuseLessThan(): void {
    if (this.failure === null) this.#failAt(lessThan, this.#length + 1);
  }

  end(): JsonObject | null {
    if (this.failure !== null) return null;
    if (!this.#begun) this.failure = malformedReason.empty;
    else if (this.#string.open) this.failure = malformedReason.openString;
    else if (!this.#builder.complete) {
      this.failure = malformedReason.incomplete(this.#builder.expected);
    }
    return this.failure === null ? this.#builder.root : null;
  }

  #readUpTo(piece: string, from: number, end: number): number {
    let index = from;
    while (index < end) {
      if (this.#string.open) {
        index = this.#string.read(piece, index, end);
        if (!this.#string.open) this.#endString();
      } else if (this.failure === null) {
        const code = piece.charCodeAt(index);
        this.#examined += 1;
        if (this.#word !== "" && !isBareWord(code)) this.#endWord();
        if (code === lessThan) return index;
        if (this.failure === null) this.#readToken(code, this.#length + index - from + 1);
        index += 1;
      } else {
        index = this.#skim(piece, index, end);
        if (index < end && !this.#string.open) return index;
      }
    }
    return index;
  }

  #skim(piece: string, from: number, end: number): number {
    let index = from;
    for (; index < end; index += 1) {
      const code = piece.charCodeAt(index);
      this.#examined += 1;
      if (code === lessThan) break;
      if (code === quote && this.#stringsReadable) {
        this.#string.begin();
        this.#string.discard("");
        index += 1;
        break;
      }
    }
    return index;
  }

  #readToken(code: number, position: number): void {
    if (isSpace(code)) {
      this.#inFence = false;
      return;
    }
    if (this.#isFence(code)) return;
    this.#inFence = false;
    this.#begun = true;
    if (isBareWord(code)) {
      if (this.#word === "" && !this.#builder.expectsValue) this.#failAt(code, position);
      else this.#word += String.fromCharCode(code);
    } else if (code === quote && this.#builder.expectsString) {
      this.#string.begin();
    } else if (!this.#readPunctuation(code)) {
      this.#failAt(code, position);
    }
  }

  /** Accepts backticks around the object, and a language name after the first. */
  #isFence(code: number): boolean {
    if (this.#begun && !this.#builder.complete) return false;
    if (code === backtick) this.#inFence = !this.#begun;
    return code === backtick || (this.#inFence && isBareWord(code));
  }

  #readPunctuation(code: number): boolean {
    const builder = this.#builder;
    switch (code) {
      case openBrace:
        return builder.openObject() && this.#checkDepth();
      case openBracket:
        return builder.openArray() && this.#checkDepth();
      case closeBrace:
        return builder.closeObject();
      case closeBracket:
        return builder.closeArray();
      case comma:
        return builder.comma();
      case colon:
        return builder.colon();
      default:
        return false;
    }
  }

  #checkDepth(): boolean {
    const { maxDepth } = this.#limits;
    if (this.#builder.depth > maxDepth) this.#fail(malformedReason.tooDeep(maxDepth), true);
    return true;
  }

  #endString(): void {
    if (this.failure !== null) return;
    const text = this.#string.take();
    if (text === null) this.#fail(this.#string.failure ?? "", true);
    else if (text === prototypeKey && this.#builder.expectsKey) {
      this.#fail(malformedReason.prototypeKey, true);
    } else this.#builder.string(text);
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = "";
    this.#examined += word.length;
    const value = jsonWordValue(word);
    if (value === undefined) this.#fail(malformedReason.notValue(shownWord(word)), false);
    else if (value === Infinity || value === -Infinity) {
      this.#fail(malformedReason.numberTooLarge(shownWord(word)), true);
    } else this.#builder.value(value);
  }

  #failAt(code: number, position: number): void {
    const first = !this.#builder.complete && this.#builder.depth === 0;
    if (first && code === openBracket) this.#fail(malformedReason.array, true);
    else if (first) this.#fail(malformedReason.notObject, false);
    else {
      const { expected } = this.#builder;
      this.#fail(malformedReason.unexpected(shownCharacter(code), position, expected), false);
    }
  }

  #fail(reason: string, stringsReadable: boolean): void {
    if (this.failure !== null) return;
    this.failure = reason;
    this.#stringsReadable = stringsReadable;
    if (this.#string.open) this.#string.discard(reason);
  }
}
