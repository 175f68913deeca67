import { lazily } from "../helpers/lazily.ts";
import { gaps, likes } from "./lookalikes.ts";
import { normaliseName } from "./normalise-name.ts";

const isAscii = /^\p{ASCII}*$/u;
const latin = /[a-z]/i;
/** Marks that letters of any script carry, such as accents and strokes. */
// oxlint-disable-next-line no-misleading-character-class -- The class names single marks.
const marks = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
/** First code points of alphabets of signs that Unicode does not fold, such as letters of flags. */
const alphabetsOfSigns = [0x1f1e6, 0x1f150, 0x1f170];

/**
 * Normalises a name for counting: in addition to `normaliseName`, letters that look alike are equal
 * (Unicode Technical Standard 39), and accents make no difference. An ASCII name stays as
 * `normaliseName` returns it, because the usual names should keep their keys.
 *
 * @example groupName("РауРаl"); // "paypal", from Cyrillic letters
 */
export function groupName(text: string): string {
  const name = normaliseName(text);
  if (isAscii.test(name)) return name;
  // In lower case, Greek and Cyrillic letters look less like Latin ones than in upper case.
  const shown = latin.test(name) ? text : name.toUpperCase();
  return normaliseName(Array.from(shown.toWellFormed(), bareLike).join(""));
}

/** Some characters look like another letter than the one that they are folded to. */
function bareLike(character: string): string {
  const like = latinLike(character);
  if (like !== character) return like;
  const bare = character.normalize("NFKD").replace(marks, "");
  return bare === character ? character : Array.from(bare, latinLike).join("");
}

/**
 * Normalises a name for a comparison that restricts: in addition to `groupName`, spaces make no
 * difference, and neither do `i`, `l`, `1` and `|`, `o` and `0`, and `m` and `rn`.
 *
 * @example looseName("PayPaI") === looseName("Pay Pal"); // true
 */
export function looseName(text: string): string {
  return groupName(text)
    .replace(/[i1|]/g, "l")
    .replaceAll("0", "o")
    .replaceAll("rn", "m")
    .replaceAll(" ", "");
}

const likeOf = lazily(() => {
  const texts = likes.split(/\s/).map(textOf);
  let codePoint = 0;
  return new Map(
    gaps.split(/\s/).map((gap, index) => {
      codePoint += Number.parseInt(gap, 16);
      return [String.fromCodePoint(codePoint), texts[index] ?? ""];
    }),
  );
});

function textOf(codes: string): string {
  return String.fromCodePoint(...codes.split("+").map((code) => Number.parseInt(code, 16)));
}

function latinLike(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x80) return character;
  const start = alphabetsOfSigns.find((first) => codePoint >= first && codePoint < first + 26);
  if (start !== undefined) return String.fromCodePoint(0x61 + codePoint - start);
  return likeOf().get(character) ?? character;
}
