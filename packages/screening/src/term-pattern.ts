import { TreasuryError } from "@agent-treasury/provider";
import { Memory } from "./memory.ts";
import { normaliseText } from "./normalise-text.ts";

/** A word to compare, or a part of one. */
export interface Word {
  readonly text: string;
  readonly anyBeginning: boolean;
  readonly anyEnding: boolean;
}

/** The alternatives at a place in a phrase, each of one or more words. */
export type Place = readonly (readonly Word[])[];

/** A parsed term. */
export interface Term {
  /** In order; more than one where other words may stand between. */
  readonly phrases: readonly (readonly Place[])[];
  /** Whether its script separates words by spaces. */
  readonly hasWords: boolean;
}

const gap = " ... ";
const eitherOrder = " & ";
const group = /\(([^()]*)\)/;

const insideAWord = /[\p{L}\p{N}]\*+[\p{L}\p{N}]/u;

/** The placeholder for the excused term in an exception. */
export const anyTerm = "{term}";

/** A character of a word; a removed exception is a full stop. */
const letter = "[^ .]";
const plural = "(?:e?s)?";

/**
 * At most six words. Each word ends where the next begins, so that there is one way to match them.
 */
const gapSource = ` (?:${letter}+ ){0,6}`;

const writtenWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}]/u;

/**
 * Parses a rule's term into one, or into two if its halves may occur in either order.
 *
 * @throws TreasuryError `invalid_request` for a term without a letter or digit, with two `&`, or
 * with a `*` inside of a word.
 */
export function readTerms(written: string): Term[] {
  const [left = "", right, ...more] = written.split(eitherOrder);
  if (more.length > 0) refuse("has two &", written);
  if (insideAWord.test(written)) refuse("has a * inside a word", written);
  if (right === undefined) return [readTerm(left)];
  return [readTerm(`${left}${gap}${right}`), readTerm(`${right}${gap}${left}`)];
}

function readTerm(written: string): Term {
  // The spaces let a gap match at either end.
  const phrases = ` ${written} `.split(gap).map(readPhrase);
  if (phrases.every((places) => places.length > 0 && places.every(saysSomething))) {
    return { phrases, hasWords: !writtenWithoutSpaces.test(written) };
  }
  return refuse("is empty", written);
}

/** @throws TreasuryError `invalid_request`, always. */
export function refuse(what: string, term: string): never {
  throw new TreasuryError("invalid_request", `A screening term ${what}: "${term}".`);
}

function saysSomething(place: Place): boolean {
  return place.every((words) => words.length > 0);
}

/** The groups read last: terms of one use share them, and most words stand in groups. */
const knownGroups = new Memory<string, Place>(1_000);

function readPhrase(written: string): Place[] {
  return written.split(group).flatMap((piece, index) => {
    if (index % 2 === 1) return [knownGroups.get(piece, () => piece.split("|").map(readWords))];
    return readWords(piece).map((word) => [[word]]);
  });
}

/** Most words are written as they are compared. */
const plainWord = /^[a-z]+$/;

function readWords(written: string): Word[] {
  if (plainWord.test(written)) return [{ text: written, anyBeginning: false, anyEnding: false }];
  return written
    .split(/\s+/u)
    .filter((word) => word !== "")
    .flatMap(readWord);
}

/** A written word may be several: `pot-de-vin`. */
function readWord(written: string): Word[] {
  const isAnyTerm = written.startsWith(anyTerm);
  const texts = isAnyTerm ? [anyTerm] : normaliseText(written).split(" ");
  return texts
    .filter((text) => text !== "")
    .map((text, index) => ({
      text,
      anyBeginning: index === 0 && written.startsWith("*"),
      anyEnding: index === texts.length - 1 && written.endsWith("*"),
    }));
}

/**
 * The source of an expression that finds a term in a text that begins and ends with a space.
 * `space` matches a space within a phrase, and `{term}` matches itself.
 */
export function sourceOf(term: Term, space = " "): string {
  const source = bareSourceOf(term, space);
  return term.hasWords ? ` ${source}(?= )` : source;
}

/** The same without the surrounding spaces; with `begun` its last word may have any ending. */
export function bareSourceOf({ phrases, hasWords }: Term, space = " ", begun = false): string {
  return phrases
    .map((places, index) =>
      phraseSource(places, space, hasWords, begun && index === phrases.length - 1),
    )
    .join(gapSource);
}

function phraseSource(
  places: readonly Place[],
  space: string,
  hasWords: boolean,
  begun: boolean,
): string {
  return places
    .map((place, index) => {
      const isLast = index === places.length - 1;
      const sources = place.map((words) =>
        placeSource(words, space, hasWords && isLast, begun && isLast),
      );
      return sources.length === 1 ? sources[0] : `(?:${sources.join("|")})`;
    })
    .join(space);
}

/** Matches each part of a word in one way only, so that matching takes linear time. */
function placeSource(
  words: readonly Word[],
  space: string,
  mayBePlural: boolean,
  begun: boolean,
): string {
  const sources = words.map((word, index) => {
    const isLast = index === words.length - 1;
    const anyEnding = word.anyEnding || (begun && isLast);
    return wordSource({ ...word, anyEnding }) + (mayBePlural && isLast && !anyEnding ? plural : "");
  });
  return sources.join(space);
}

function wordSource({ text, anyBeginning, anyEnding }: Word): string {
  if (text === anyTerm) return anyEnding ? `${anyTerm}*` : anyTerm;
  const ending = anyEnding ? `${letter}*` : "";
  if (!anyBeginning) return text + ending;
  // With any ending, the first place in a word is enough, which avoids backtracking.
  return anyEnding ? `(?:(?!${text})${letter})*${text}${ending}` : `${letter}*${text}`;
}
