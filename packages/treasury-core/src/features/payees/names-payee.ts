import { requestLimits, withoutInvisible } from "@agent-treasury/contract";
import { lazily, normaliseName } from "@agent-treasury/provider/helpers";
import { commonWords } from "./common-words.ts";
import { isFileName, isHostName, namesOrigin } from "./names-origin.ts";
import { isWithin, quotedPassages, type Range } from "./quotations.ts";
import { isRefused } from "./refused-name.ts";
import { capitalsOf, introducedInHan, isWrittenAsName } from "./written-name.ts";

const wordCharacter = String.raw`[\p{L}\p{M}\p{N}_]`;
/** Characters that join words into one, such as an address or `Acme-Labs`. */
const joint = String.raw`[-@./\\&+'’‐‑]`;
const isJoinedBefore = new RegExp(
  String.raw`(?:${wordCharacter}|[./\\]|${wordCharacter}${joint})$`,
  "u",
);
const isJoinedAfter = new RegExp(String.raw`^(?:${wordCharacter}|${joint}${wordCharacter})`, "u");
/** Endings behind an apostrophe, in English and Turkish. */
const possessive = /^['’](?:s|[dt][ae]n?|[yn]?[ae]|n?[iıuü]n|[yn]?[iıuü])?(?![\p{L}\p{M}\p{N}_])/iu;
const particle = /^\s*(?:から|へ|で|에서|에게)/u;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Scripts in which two characters are a usual name. */
const syllables = /[\p{Script=Hangul}]/u;
const endsInHan = /^(?:[买買购購订訂付支转轉的用上里那]|$)/u;
/** Characters before and after a name to which the rules look. */
const context = 200;
/** A name that stands more often is not looked for further. */
const maximumOccurrences = 500;
/** Compatibility forms can be many times as long. A longer text names no payee. */
const maximumCharacters = 2 * requestLimits.messageCharacters;

/**
 * Returns whether a person's `ownWords` name a payee: the whole name stands there as words, is written
 * as a name, and the sentence does not exclude it.
 *
 * @param vendor with a quote, the origin that the rail proves.
 */
export function namesPayee(own: string, vendor: string, isQuoted: boolean): boolean {
  if (own.normalize("NFKC").length > maximumCharacters) return false;
  if (isQuoted) return namesOrigin(own, vendor);
  const name = foldedOf(normaliseName(vendor)).folded;
  if (name === "") return false;
  if (isHostName(name) && namesOrigin(own, `https://${name}`)) return true;
  if (isFileName(name)) return false;
  return namesName(name.includes("/") ? own : withoutAddresses(own), name);
}

/** Who owns an address chose what stands behind its host. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/\S+/gu, (word) => {
    const at = word.indexOf("://");
    if (at >= 0) return /^.*[^a-z\d+.-]/isu.exec(word.slice(0, at))?.[0] ?? "";
    const path = word.search(/[/?#]/u);
    return path > 0 && /\.\p{L}/u.test(word.slice(0, path)) ? "" : word;
  });
}

function namesName(text: string, name: string): boolean {
  const { surface, folded, places } = foldedOf(text);
  if (!folded.includes(name)) return false;
  const capitals = capitalsOf(surface);
  const passages = quotedPassages(surface);
  const isWeak = isCommon(name);
  const starts = lazily(() => startsOfWords(surface));
  let count = 0;
  for (let at = folded.indexOf(name); at >= 0; at = folded.indexOf(name, at + 1)) {
    count += 1;
    if (count > maximumOccurrences) return false;
    const [start, end] = [places[at] ?? 0, places[at + name.length] ?? surface.length];
    const before = surface.slice(Math.max(0, start - context), start);
    const after = surface.slice(end, end + context);
    if (!isWhole({ start, end }, name, { before, after }, starts)) continue;
    if (isWithin({ start, end }, passages) || isRefused(before, after)) continue;
    const found = surface.slice(start, end);
    if (isWrittenAsName({ found, before, after }, isWeak, capitals)) return true;
  }
  return false;
}

/** A name without spaces in a script without spaces is whole between the words of the language. */
function isWhole(
  { start, end }: Range,
  name: string,
  { before, after }: { readonly before: string; readonly after: string },
  starts: () => ReadonlySet<number>,
): boolean {
  if (withoutSpaces.test(name)) {
    // Dictionaries do not contain every name, so that signs beside it count too.
    const begins = introducedInHan.test(before) || starts().has(start);
    return begins && (endsInHan.test(after) || starts().has(end));
  }
  if (isJoinedBefore.test(before)) return false;
  return possessive.test(after) || particle.test(after) || !isJoinedAfter.test(after);
}

const segmenter = lazily(() => new Intl.Segmenter(undefined, { granularity: "word" }));

/** With the end of the text. */
function startsOfWords(text: string): ReadonlySet<number> {
  return new Set([0, text.length, ...Array.from(segmenter().segment(text), ({ index }) => index)]);
}

function isCommon(name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  const shortest = withoutSpaces.test(name) || syllables.test(name) ? 1 : 2;
  return Array.from(name).length <= shortest || words.every((word) => commonWords.has(word));
}

/** Most messages, in a fraction of the time. Other white space is a space already. */
const plain = /^[\n -~]*$/;

interface FoldedText {
  /** Without differences of case and width, with single spaces. */
  readonly folded: string;
  /** The same text with its case. */
  readonly surface: string;
  /** For each position of `folded` that of `surface`. */
  readonly places: readonly number[];
}

function foldedOf(text: string): FoldedText {
  const surface = withoutInvisible(text.toWellFormed().normalize("NFKC")).replace(
    /[^\S\n]+/gu,
    " ",
  );
  let folded = "";
  const places: number[] = [];
  if (plain.test(surface)) {
    folded = surface.toLowerCase().replaceAll("\n", " ");
    while (places.length <= surface.length) places.push(places.length);
    return { folded, surface, places };
  }
  let place = 0;
  for (const sign of surface) {
    const lower = /\s/u.test(sign) ? " " : normaliseName(sign) || sign;
    for (let index = 0; index < lower.length; index += 1) places.push(place);
    folded += lower;
    place += sign.length;
  }
  places.push(surface.length);
  return { folded, surface, places };
}
