import type { CompiledTerm } from "./compile-term.ts";
import type { Candidates, Field } from "./field.ts";
import type { TermSet } from "./term-set.ts";
import type { ProhibitedUse } from "./terms/uses/prohibited-use.ts";

/** The limit of comparisons of terms with readings per spend; ordinary spends take under 100. */
const mostComparisons = 300;
/** The limit of excused terms per spend; ordinary spends have under 10. */
const mostExcused = 20;

/** The number of characters read. It grows only with the spend's length. */
export interface Looks {
  characters: number;
}

interface Candidate extends Pick<Candidates, "reading" | "isSpelled"> {
  readonly term: CompiledTerm;
  readonly number: number;
  readonly isName: boolean;
}

const nameReason =
  "The vendor's name resembles a prohibited purchase, so that a person has to approve the spend.";

/** The result for a text that exceeds a limit. */
export const tooManyTerms = "too_many_terms";

/**
 * Returns the deciding use: the first blocking use with a term in a field, otherwise the first use
 * for review, or null.
 *
 * @param vendor the field of the vendor's name. The name alone does not block, and one with a usual
 *   trade is that of a business whatever it is called.
 */
export function strictestUse(
  fields: readonly Field[],
  sets: readonly TermSet[],
  looks: Looks = { characters: 0 },
  vendor?: Field,
): ProhibitedUse | typeof tooManyTerms | null {
  for (const field of fields) looks.characters += field.looks;
  const candidates = sets.flatMap((set, index) => candidatesOf(fields, set, index, vendor));
  if (candidates.length === 0) return null;
  let ofName: ProhibitedUse | null = null;
  let comparisons = 0;
  let excused = 0;
  for (const verdict of ["blocked", "review"] as const) {
    for (const { term, reading, isSpelled, isName } of candidates) {
      if (term.use.verdict !== verdict) continue;
      if (comparisons >= mostComparisons || excused >= mostExcused) return tooManyTerms;
      comparisons += 1;
      looks.characters += reading.length;
      if (isSpelled) {
        if (!term.isSpelledIn(reading)) continue;
      } else {
        if (!term.isIn(reading)) continue;
        excused += 1;
        looks.characters += reading.length;
        if (!term.isUnexcusedIn(reading)) continue;
      }
      if (!isName || verdict === "review") return term.use;
      ofName ??= { ...term.use, verdict: "review", reason: nameReason };
    }
  }
  return ofName;
}

/** In the order of the terms. */
function candidatesOf(
  fields: readonly Field[],
  { terms, isBuiltIn = false }: TermSet,
  index: number,
  vendor: Field | undefined,
): Candidate[] {
  const found: Candidate[] = [];
  for (const field of fields) {
    const { candidates } = field;
    const ofSet = candidates[index] ?? [];
    const isName = isBuiltIn && field === vendor;
    if (ofSet.length === 0 || (isName && field.isOfTrade())) continue;
    for (const { reading, isSpelled, terms: numbers } of ofSet) {
      for (const number of numbers) {
        const term = terms[number];
        if (term !== undefined) found.push({ number, reading, isSpelled, isName, term });
      }
    }
  }
  return found.sort((left, right) => left.number - right.number);
}
