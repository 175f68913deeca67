import { lazily } from "@agent-treasury/provider/helpers";
import { Memory } from "./memory.ts";
import { type Term, anyTerm, bareSourceOf, readTerms, sourceOf } from "./term-pattern.ts";

/** Removes a use's exceptions from a text that begins and ends with a space. */
export interface Excuse {
  /** Removes the exceptions without `{term}`. */
  plain(text: string): string;
  /** Whether there are exceptions with `{term}`. */
  readonly namesTerms: boolean;
  /** Removes the exceptions with `{term}`, applied to this term. */
  ofTerm(text: string): string;
}

/** The cache size per use: the readings of one spend. */
const rememberedTexts = 16;
/**
 * The limit of terms with compiled exceptions. All of them would take a hundred times as much
 * memory as the terms.
 */
const compiledTerms = 256;

const expressions = new Memory<Term, RegExp>(compiledTerms);

/**
 * Returns a function of the terms of a use. Reads the use's exceptions when a text has one of its
 * terms.
 */
export function readExceptions(exceptions: () => readonly string[]): (term: Term) => Excuse {
  const ofTerms = lazily(() => exceptions().filter((exception) => exception.includes(anyTerm)));
  const plainExpression = lazily(() =>
    expressionOf(sourceOfAny(exceptions().filter((exception) => !exception.includes(anyTerm)))),
  );
  const ofAnyTerm = lazily(() => sourceOfAny(ofTerms()));
  const texts = new Memory<string, string>(rememberedTexts);
  const takePlainOut = (text: string): string =>
    texts.get(text, () => takeOut(text, plainExpression()));
  return (term) => ({
    plain: takePlainOut,
    get namesTerms() {
      return ofTerms().length > 0;
    },
    ofTerm: (text) =>
      takeOut(
        text,
        expressions.get(term, () => expressionOf(sourceFor(term, ofAnyTerm()))),
      ),
  });
}

/** Normalisation may remove a hyphen without leaving a space: `weapons-grade`. */
const space = " ?";

function sourceOfAny(exceptions: readonly string[]): string {
  return exceptions
    .flatMap(readTerms)
    .map((exception) => sourceOf(exception, space))
    .join("|");
}

function sourceFor(term: Term, ofAnyTerm: string): string {
  return ofAnyTerm
    .replaceAll(`${anyTerm}*`, `(?:${bareSourceOf(term, space, true)})`)
    .replaceAll(anyTerm, `(?:${bareSourceOf(term, space)})`);
}

function expressionOf(source: string): RegExp {
  return new RegExp(source || "(?!)", "g");
}

/** The full stop separates the text on both sides. */
function takeOut(text: string, exceptions: RegExp): string {
  return text.replace(exceptions, " .");
}
