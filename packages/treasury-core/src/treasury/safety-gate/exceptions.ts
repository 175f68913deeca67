import { lazily } from "./lazily.ts";
import { type Term, anyTerm, bareSourceOf, readTerms, sourceOf } from "./term-pattern.ts";

/** Takes something out of a text that begins and ends with a space. */
type TakeOut = (text: string) => string;

/**
 * For a term what takes a use's exceptions out of a text.
 *
 * @throws TreasuryError `invalid_request` for an exception that is none.
 */
export function readExceptions(exceptions: readonly string[]): (term: Term) => TakeOut {
  const plain = sourceOfAny(exceptions.filter((exception) => !exception.includes(anyTerm)));
  const ofAnyTerm = sourceOfAny(exceptions.filter((exception) => exception.includes(anyTerm)));
  const plainExpression = lazily(() => expressionOf(plain));
  return (term) => (text) => {
    const left = takeOut(text, plainExpression());
    // Kept for each term, such expressions would take a hundred times as much memory as the terms.
    return ofAnyTerm === "" ? left : takeOut(left, expressionOf(sourceFor(term, ofAnyTerm)));
  };
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
