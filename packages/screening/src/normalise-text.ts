import { latinLike } from "./lookalikes.ts";

/** Digits and signs that replace letters inside a word; `1` and `|` replace an i or an l. */
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
/** UUIDs are skipped because many of their groups could be read as words. */
const uuids = /(?<![\p{L}\p{N}])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\p{L}\p{N}])/gu;
const separators = /[^\p{L}\p{N}]+/gu;
const insideWords = /(?<=[\p{L}\p{N}])[^\p{L}\p{N}\s]+(?=[\p{L}\p{N}])/gu;
const maybeMaskedWords = /[\p{L}\p{N}@$!|€£+]+/gu;
const spelledWords =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@$!|](?:[^\p{L}\p{N}@$!|]+[\p{L}\p{N}@$!|](?![\p{L}\p{N}])){2,}/gu;

/** The forms of a text that are compared with terms. */
export interface Readings {
  /** Words with single spaces between them, one phrase per reading. */
  readonly phrases: readonly string[];
  /** Spelled-out letters, joined into words. */
  readonly spelled: readonly string[];
}

/**
 * Normalises a text: folds compatibility forms, removes invisible characters and accents, reads
 * look-alike letters as Latin, and replaces every run of other characters by one space.
 *
 * @example normaliseText("Ｆіre\u200barms!"); // "firearms"
 */
export function normaliseText(text: string): string {
  return separate(fold(text));
}

/**
 * Returns the readings of a text: as it stands, without the signs inside its words (`co-caine`),
 * with digits and signs read as letters outside of UUIDs (`c0caine`), and spelled out (`c o c a i n
 * e`).
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

/** The text with and without the signs inside its words. */
function withClosed(folded: string): string[] {
  const closed = folded.replace(insideWords, "");
  return closed === folded ? [folded] : [folded, closed];
}

function fold(text: string): string {
  // ASCII text needs no decomposition or look-alikes.
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

/** The words with signs read as letters, once with `1` as an i and once as an l. */
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
