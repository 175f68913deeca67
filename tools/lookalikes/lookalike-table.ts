import confusables from "unhomoglyph/data.json" with { type: "json" };
import { normaliseName } from "../../packages/provider/src/names/normalise-name.ts";

const prototypes: ReadonlyMap<string, string> = new Map(Object.entries(confusables));
// oxlint-disable-next-line no-misleading-character-class -- The class names single marks.
const marks = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu;

/**
 * Returns what each letter looks like: ASCII text if possible, otherwise the prototype of Unicode
 * Technical Standard 39. Without characters that `normaliseName` or a decomposition folds.
 */
export function lookalikeTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const character of candidates()) {
    const like = ownLike(character);
    if (like !== null) table.set(character, like);
  }
  for (const character of candidates()) {
    if (table.has(character)) continue;
    const prototype = prototypes.get(character) ?? character;
    const likes = new Set(alikeOf(prototype).flatMap((one) => table.get(one) ?? []));
    const [like] = likes;
    const rest = baseOf(prototype);
    // A class whose capitals look like different letters stays apart.
    if (likes.size === 1 && like !== undefined) table.set(character, like);
    else if (rest !== "" && rest !== baseOf(character)) table.set(character, rest);
  }
  return table;
}

function candidates(): readonly string[] {
  const all = new Set([...prototypes.keys(), ...prototypes.values()]);
  return [...all].filter(isCandidate).sort();
}

/** Syllables of Hangul consist of jamo, which would otherwise change in every Korean name. */
function isCandidate(character: string): boolean {
  if ([...character].length !== 1 || isAscii(normaliseName(character))) return false;
  if (/[\p{M}\p{Script=Hangul}]/u.test(character)) return false;
  return character.normalize("NFKD") === character || ownLike(character) !== null;
}

const alike = Map.groupBy(prototypes.keys(), (character) => prototypes.get(character) ?? "");

function alikeOf(prototype: string): readonly string[] {
  return (alike.get(prototype) ?? []).filter(isCandidate);
}

/** The standard reads the palochka as an `i`, though only its capital letter could be one. */
const corrected: ReadonlyMap<string, string> = new Map([
  ["\u04cf", "l"],
  ["\u04c0", "l"],
]);

/** The ASCII text that a character or its capital letter looks like. */
function ownLike(character: string): string | null {
  const known = corrected.get(character);
  if (known !== undefined) return known;
  const upper = character.toUpperCase();
  for (const written of [character, upper]) {
    const like = baseOf(prototypes.get(written) ?? "");
    if (!isAscii(like)) continue;
    // A capital `I` looks like an `l`, but is the same letter as an `i`.
    const isCapitalI = like === "l" && baseOf(prototypes.get(written.toLowerCase()) ?? "") === "i";
    return isCapitalI ? "i" : like;
  }
  return null;
}

function baseOf(text: string): string {
  const name = normaliseName(text.normalize("NFKD").replace(marks, ""));
  return name.replaceAll("rn", "m");
}

function isAscii(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** Code points in hexadecimal: a line per text, a colon, and the characters that look like it. */
export function lookalikeLines(table: ReadonlyMap<string, string>): string {
  const byLike = Map.groupBy(table.keys(), (character) => table.get(character) ?? "");
  const lines = [...byLike].map(
    ([like, characters]) => `${hex(like, "+")}:${hex(characters, " ")}`,
  );
  return lines.sort().join("\n");
}

function hex(text: Iterable<string>, separator: string): string {
  return Array.from(text, (one) => (one.codePointAt(0) ?? 0).toString(16)).join(separator);
}
