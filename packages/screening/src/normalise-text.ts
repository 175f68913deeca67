import { latinLike } from "./lookalikes.ts";

/** Digits and signs that stand for letters inside a word; `1` and `|` stand for an i or an l. */
const substitutes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "0": "o",
    "2": "z",
    "3": "e",
    "4": "a",
    "5": "s",
    "6": "g",
    "7": "t",
    "8": "b",
    "9": "g",
    "@": "a",
    $: "s",
    "!": "i",
    "€": "e",
    "£": "l",
    "+": "t",
  }),
);

const isAscii = /^\p{ASCII}*$/u;
const masks = /[\d@$!|€£+]/;
const everyMask = /[\d@$!|€£+]/g;
/** Their groups are words of few letters and digits, of which many could be read as something else. */
const uuids = /(?<![\p{L}\p{N}])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\p{L}\p{N}])/gu;
const separators = /[^\p{L}\p{N}]+/gu;
const insideWords = /(?<=[\p{L}\p{N}])[^\p{L}\p{N}\s]+(?=[\p{L}\p{N}])/gu;
const maybeMaskedWords = /[\p{L}\p{N}@$!|€£+]+/gu;
const spelledWords =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@$!|](?:[^\p{L}\p{N}@$!|]+[\p{L}\p{N}@$!|](?![\p{L}\p{N}])){2,}/gu;

/** What the gate compares a text by. */
export interface Readings {
  /** Words with single spaces between them, each as the text may be meant. */
  readonly phrases: readonly string[];
  /** What was spelled out letter by letter, its words run together. */
  readonly spelled: readonly string[];
}

/**
 * Text as the gate compares it: compatibility forms folded, invisible characters and accents removed,
 * look-alike letters read as Latin, every run of anything else one space.
 *
 * @example
 * normaliseText("Ｆіre\u200barms!"); // "firearms"
 */
export function normaliseText(text: string): string {
  return separate(fold(text));
}

/**
 * The readings of a text: as it stands, with the signs inside its words left out (`co-caine`), with
 * digits and signs read as the letters that they stand for (`c0caine`), but for those of UUIDs, and
 * what is spelled out (`c o c a i n e`).
 */
export function readingsOf(text: string): Readings {
  const folded = fold(text);
  const maybeMasked = withClosed(folded.replace(uuids, " ")).flatMap(unmasked);
  const phrases = [...withClosed(folded), ...maybeMasked].map(separate);
  const spelled = Array.from(folded.matchAll(spelledWords), ([letters]) =>
    letters.replace(/[^\p{L}\p{N}@$!|]+/gu, ""),
  ).flatMap((letters) => (masks.test(letters) ? unmasked(letters) : [letters]).map(separate));
  return { phrases: [...new Set(phrases)], spelled: [...new Set(spelled)] };
}

/** The text, and what it is without the signs inside its words. */
function withClosed(folded: string): string[] {
  const closed = folded.replace(insideWords, "");
  return closed === folded ? [folded] : [folded, closed];
}

function fold(text: string): string {
  // In ASCII there is nothing to decompose, to remove or to mistake.
  if (isAscii.test(text)) return text.toLowerCase();
  const visible = text
    .normalize("NFKD")
    .replace(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu, "")
    .toLowerCase();
  return Array.from(visible, latinLike).join("");
}

function separate(folded: string): string {
  return folded.replace(separators, " ").trim();
}

/** Words in which signs are read as letters, once with `1` as an i and once as an l; none without signs. */
function unmasked(folded: string): string[] {
  if (!masks.test(folded)) return [];
  const read = (one: string): string =>
    folded.replace(maybeMaskedWords, (word) => {
      if (!masks.test(word) || !/\p{L}/u.test(word)) return word;
      return word.replace(everyMask, (sign) => letterFor(sign, one));
    });
  return /[1|]/.test(folded) ? [read("i"), read("l")] : [read("i")];
}

function letterFor(sign: string, one: string): string {
  return sign === "1" || sign === "|" ? one : (substitutes.get(sign) ?? sign);
}
