import { backslash, quote } from "./character-codes.ts";
import { malformedReason } from "./malformed-reason.ts";

const simpleEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const unicodeEscapeDigits = 4;
const hexadecimalDigit = /^[0-9a-fA-F]$/;

/**
 * Reads a JSON string in pieces, after its opening quote. Raw line breaks and tabs are accepted,
 * because models write them.
 */
export class JsonString {
  charactersExamined = 0;
  open = false;
  failure: string | null = null;

  #parts: string[] = [];
  #escaped = false;
  #hexadecimal: string | null = null;

  begin(): void {
    this.open = true;
    this.failure = null;
    this.#parts = [];
  }

  read(piece: string, from: number, end: number): number {
    let index = from;
    if (this.#escaped) {
      this.#readEscape(piece.charAt(index));
      index += 1;
    } else {
      let code = 0;
      while (index < end) {
        code = piece.charCodeAt(index);
        if (code === quote || code === backslash) break;
        index += 1;
      }
      if (this.failure === null && index > from) this.#parts.push(piece.slice(from, index));
      if (index < end) {
        index += 1;
        if (code === quote) this.open = false;
        else this.#escaped = true;
      }
    }
    this.charactersExamined += index - from;
    return index;
  }

  discard(reason: string): void {
    this.failure ??= reason;
    this.#parts = [];
  }

  take(): string | null {
    if (this.failure !== null) return null;
    const text = this.#parts.length === 1 ? (this.#parts[0] ?? "") : this.#parts.join("");
    this.#parts = [];
    this.charactersExamined += 2 * text.length;
    if (text.includes("\0")) {
      this.failure = malformedReason.nullCharacter;
      return null;
    }
    return text.toWellFormed();
  }

  #readEscape(character: string): void {
    if (this.#hexadecimal !== null) {
      this.#readHexadecimal(character);
      return;
    }
    if (character === "u") {
      this.#hexadecimal = "";
      return;
    }
    this.#escaped = false;
    const meaning = simpleEscapes[character];
    if (meaning === undefined) this.discard(malformedReason.badEscape);
    else if (this.failure === null) this.#parts.push(meaning);
  }

  #readHexadecimal(character: string): void {
    const digits = this.#hexadecimal + character;
    if (!hexadecimalDigit.test(character)) {
      // The character is not part of the escape, because it may be the closing quote.
      this.discard(malformedReason.badEscape);
      this.#escaped = false;
      this.#hexadecimal = null;
      if (character === '"') this.open = false;
      else if (character === "\\") this.#escaped = true;
      return;
    }
    this.#hexadecimal = digits;
    if (digits.length < unicodeEscapeDigits) return;
    if (this.failure === null) {
      this.#parts.push(String.fromCharCode(Number.parseInt(digits, 16)));
    }
    this.#hexadecimal = null;
    this.#escaped = false;
  }
}
