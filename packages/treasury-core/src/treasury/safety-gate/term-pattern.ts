import { TreasuryError } from "../../errors.ts";
import { normaliseText } from "./normalise-text.ts";

/** Words that are compared, or their beginning. */
interface Words {
  readonly text: string;
  readonly anyEnding: boolean;
}

/** Words that follow each other; at each place any one of the alternatives. */
type Phrase = readonly (readonly Words[])[];

/** A term of the gate, as it is compared. */
export interface Term {
  /** In order; more than one where other words may stand between. */
  readonly phrases: readonly Phrase[];
  /** Whether its script puts spaces between words, so that a word is told from a part of one. */
  readonly hasWords: boolean;
}

const gap = " ... ";
const group = /\(([^()]*)\)/;

/** At most six words; one word ends where the next begins, so there is one way to read them. */
const gapPattern = " (?:[\\p{L}\\p{N}]+ ){0,6}";
const anyLetters = "[\\p{L}\\p{N}]*";

const writtenWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}]/u;

/**
 * Reads a term as a rule writes it.
 *
 * @throws TreasuryError `invalid_request` for a term without a letter or digit: it would match anything.
 */
export function readTerm(written: string): Term {
  const phrases = written.split(gap).map(readPhrase);
  if (phrases.every((phrase) => phrase.length > 0 && phrase.every((words) => words.every(says)))) {
    return { phrases, hasWords: !writtenWithoutSpaces.test(written) };
  }
  throw new TreasuryError("invalid_request", `A term of the gate says nothing: "${written}".`);
}

function says({ text }: Words): boolean {
  return text !== "";
}

/** Every text that a phrase may be, without endings. */
export function textsOf(phrase: Phrase): string[] {
  return phrase.reduce<string[]>(
    (texts, words) => texts.flatMap((text) => words.map((word) => `${text} ${word.text}`.trim())),
    [""],
  );
}

/** The source of an expression that finds any of the terms; `space` stands for a space within a phrase. */
export function anyTerm(terms: readonly Term[], space = " "): string {
  const sources = (hasWords: boolean): string =>
    terms
      .filter((term) => term.hasWords === hasWords)
      .map(({ phrases }) => phrases.map((phrase) => sourceOf(phrase, space)).join(gapPattern))
      .join("|");
  const [words, parts] = [sources(true), sources(false)];
  const alternatives = [
    ...(words === "" ? [] : [`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`]),
    ...(parts === "" ? [] : [parts]),
  ];
  return alternatives.length === 0 ? "(?!)" : alternatives.join("|");
}

function readPhrase(written: string): Phrase {
  return written
    .split(group)
    .map((piece, index) => ({ piece, isGroup: index % 2 === 1 }))
    .filter(({ piece, isGroup }) => isGroup || piece.trim() !== "")
    .map(({ piece, isGroup }) => (isGroup ? piece.split("|") : [piece]).map(readWords));
}

function readWords(written: string): Words {
  return { text: normaliseText(written), anyEnding: written.trimEnd().endsWith("*") };
}

function sourceOf(phrase: Phrase, space: string): string {
  return phrase
    .map((words) => {
      const sources = words.map(
        ({ text, anyEnding }) => text.replaceAll(" ", space) + (anyEnding ? anyLetters : ""),
      );
      return sources.length === 1 ? sources[0] : `(?:${sources.join("|")})`;
    })
    .join(space);
}
