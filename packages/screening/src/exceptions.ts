import { lazily } from "./lazily.ts";
import { Memory } from "./memory.ts";
import { type Term, anyTerm, bareSourceOf, readTerms, sourceOf } from "./term-pattern.ts";

/** Takes the exceptions of a use out of a text that begins and ends with a space. */
export interface Excuse {
  /** Takes out the exceptions that name no term. */
  plain(text: string): string;
  /** Whether there are exceptions that name whatever term was found. */
  readonly namesTerms: boolean;
  /** Takes out those, as they are of one term. */
  ofTerm(text: string): string;
}

/** The number of texts that a use remembers without its plain exceptions: the readings of one spend. */
const rememberedTexts = 16;
/**
 * The number of terms whose exceptions remain compiled. All of them would take a hundred times as much
 * memory as the terms.
 */
const compiledTerms = 256;

const expressions = new Memory<Term, RegExp>(compiledTerms);

/**
 * Reads the exceptions of a use, and returns them for each of its terms.
 *
 * @throws TreasuryError `invalid_request` for an exception that cannot be read.
 */
export function readExceptions(exceptions: readonly string[]): (term: Term) => Excuse {
  const plain = sourceOfAny(exceptions.filter((exception) => !exception.includes(anyTerm)));
  const ofAnyTerm = sourceOfAny(exceptions.filter((exception) => exception.includes(anyTerm)));
  const plainExpression = lazily(() => expressionOf(plain));
  const texts = new Memory<string, string>(rememberedTexts);
  const takePlainOut = (text: string): string =>
    texts.get(text, () => takeOut(text, plainExpression()));
  return (term) => ({
    plain: takePlainOut,
    namesTerms: ofAnyTerm !== "",
    ofTerm: (text) =>
      takeOut(
        text,
        expressions.get(term, () => expressionOf(sourceFor(term, ofAnyTerm))),
      ),
  });
}

/** A hyphen may have stood for the space, and be gone: `weapons-grade`. */
const space = " ?";

function sourceOfAny(exceptions: readonly string[]): string {
  return exceptions
    .flatMap(readTerms)
    .map((exception) => sourceOf(exception, space))
    .join("|");
}

/** The exceptions of any term, as they are of this one. */
function sourceFor(term: Term, ofAnyTerm: string): string {
  return ofAnyTerm
    .replaceAll(`${anyTerm}*`, `(?:${bareSourceOf(term, space, true)})`)
    .replaceAll(anyTerm, `(?:${bareSourceOf(term, space)})`);
}

function expressionOf(source: string): RegExp {
  return new RegExp(source || "(?!)", "g");
}

/** The full stop keeps apart what an exception stood between. */
function takeOut(text: string, exceptions: RegExp): string {
  return text.replace(exceptions, " .");
}
