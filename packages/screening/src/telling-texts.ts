import { Memory } from "./memory.ts";
import type { Place, Term, Word } from "./term-pattern.ts";

/** The choices of groups multiply, and those of one group are enough. */
const mostTexts = 60;

/** The literal prefilter of a term. */
export interface TellingTexts {
  /** Without spaces. The term cannot occur in a text without one of these, apart from spaces. */
  readonly texts: readonly string[];
  /** Whether each text is the whole term. */
  readonly areWhole: boolean;
  /** Whether each text begins a word. */
  readonly openWords: boolean;
}

/** The texts of adjoining places in a phrase. */
interface Run {
  readonly texts: readonly string[];
  /** Whether the texts must begin a word, and must end one. */
  readonly opens: boolean;
  readonly closes: boolean;
  readonly places: number;
}

/** Returns the most selective literals of a term: those with the longest minimum length. */
export function tellingTexts({ phrases, hasWords }: Term): TellingTexts {
  const runs = phrases.flatMap((places) => {
    const own = places.map(runOf);
    return [...own, ...joined(own)];
  });
  const best = runs.reduce((found, run) => (says(run) > says(found) ? run : found));
  const [first = []] = phrases;
  const areWhole = phrases.length === 1 && best.places === first.length && first.every(isUnbroken);
  return { texts: best.texts, areWhole, openWords: hasWords && best.opens };
}

function says({ texts }: Run): number {
  return Math.min(...texts.map(({ length }) => length));
}

/** Only the first word may have any beginning, and only the last any ending. */
function isUnbroken(place: Place): boolean {
  return place.every((words) =>
    words.every(
      ({ anyBeginning, anyEnding }, index) =>
        (index === 0 || !anyBeginning) && (index === words.length - 1 || !anyEnding),
    ),
  );
}

/** The runs of the places read last, which terms share. */
const knownRuns = new Memory<Place, Run>(1_000);

function runOf(place: Place): Run {
  return knownRuns.get(place, () => newRunOf(place));
}

function newRunOf(place: Place): Run {
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

/** Joins runs up to the limit of texts. */
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
