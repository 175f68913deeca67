import type { Place, Term, Word } from "./term-pattern.ts";

/** Phrases of groups could be very many texts, of which those of one group tell enough. */
const mostTexts = 60;

/** What a term cannot be without. */
export interface TellingTexts {
  /** Without spaces; in a text where none of them is, spaces apart, the term is not. */
  readonly texts: readonly string[];
  /** Whether each of them is all of the term. */
  readonly areWhole: boolean;
  /** Whether each of them stands where a word begins. */
  readonly openWords: boolean;
}

/** The texts of one or several places of a phrase that touch each other. */
interface Run {
  readonly texts: readonly string[];
  /** Whether nothing may stand before them in a word, and nothing after them. */
  readonly opens: boolean;
  readonly closes: boolean;
  readonly places: number;
}

/** Of a term the part that says most: that of which the shortest text is the longest. */
export function tellingTexts({ phrases, hasWords }: Term): TellingTexts {
  const runs = phrases.flatMap((places) => [...places.map(runOf), ...joined(places.map(runOf))]);
  const best = runs.reduce((found, run) => (says(run) > says(found) ? run : found));
  const [first = []] = phrases;
  const areWhole = phrases.length === 1 && best.places === first.length && first.every(isUnbroken);
  return { texts: best.texts, areWhole, openWords: hasWords && best.opens };
}

function says({ texts }: Run): number {
  return Math.min(...texts.map(({ length }) => length));
}

/** No word but the first has any beginning, and none but the last any ending. */
function isUnbroken(place: Place): boolean {
  return place.every((words) =>
    words.every(
      ({ anyBeginning, anyEnding }, index) =>
        (index === 0 || !anyBeginning) && (index === words.length - 1 || !anyEnding),
    ),
  );
}

function runOf(place: Place): Run {
  if (isUnbroken(place)) {
    return {
      texts: place.map((words) => words.map(({ text }) => text).join("")),
      opens: place.every((words) => words[0]?.anyBeginning === false),
      closes: place.every((words) => words.at(-1)?.anyEnding === false),
      places: 1,
    };
  }
  return { texts: place.map(longest), opens: false, closes: false, places: 1 };
}

function longest(words: readonly Word[]): string {
  return words.reduce((found, { text }) => (text.length > found.length ? text : found), "");
}

/** Runs that are as long as they can be without becoming too many texts. */
function joined(items: readonly Run[]): Run[] {
  return items.reduce<Run[]>((runs, next) => {
    const last = runs.at(-1);
    if (last === undefined || !last.closes || !next.opens) return [...runs, next];
    if (last.texts.length * next.texts.length > mostTexts) return [...runs, next];
    const texts = last.texts.flatMap((text) => next.texts.map((more) => text + more));
    const { closes } = next;
    return [...runs.slice(0, -1), { texts, opens: last.opens, closes, places: last.places + 1 }];
  }, []);
}
