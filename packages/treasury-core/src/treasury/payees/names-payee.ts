import { withoutInvisible } from "@agent-treasury/contract";
import { normaliseName } from "@agent-treasury/provider/helpers";
import { commonWords } from "./common-words.ts";
import { ownWords } from "./own-words.ts";

const wordCharacter = String.raw`[\p{L}\p{M}\p{N}_]`;
/** Characters that join words into one, such as an address or `Acme-Labs`. */
const joint = String.raw`[-@./\\&+'’‐‑]`;
const isJoinedBefore = new RegExp(
  String.raw`(?:${wordCharacter}|[./\\]|${wordCharacter}${joint})$`,
  "u",
);
const isJoinedAfter = new RegExp(String.raw`^(?:${wordCharacter}|${joint}${wordCharacter})`, "u");
const possessive = /^['’]s?(?![\p{L}\p{M}\p{N}_])/iu;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Words directly before a payee, in several languages. */
const introducedBy =
  /(?:^|[^\p{L}\p{M}\p{N}])(?:from|at|via|vendor|payee|supplier|seller|merchant|von|bei|chez|presso|bij|från|fra|hos|od|от|у|من|(?:pay|paid|payment|send|transfer|give|donate|usd|dollars?|\$?\d[\d.,]*\$?)\s+to)\s*[:=]?\s*$/iu;
const paid = /(?:^|[^\p{L}\p{M}\p{N}])pay\s+$/iu;
const thenAnAmount = /^\s*(?:us\s?)?(?:\$|usd\s?)?\d/iu;
const introducedInHan = /(?:从|從|向|付给|付給|支付给|支付給|转给|轉給|จาก|ให้)\s*$/u;
const endsInHan = /^(?:[买買购購订訂付支转轉的用]|$)/u;
const introducedAfterwards = /^\s*(?:から|へ|에서|에게)/u;

const opened = /["'`‘’“”„«»‹›「『《〈【]$/u;
const closed = /^["'`‘’“”«»‹›」』》〉】]/u;
const sentenceStart = /(?:^|[.!?:;\n…。！？•*–—"'`“„«([-])[ \t]*$/u;

/**
 * Returns whether a person's message names a payee: the whole name stands there as words, and is
 * written as a name. That is in quotation marks; with a capital letter or a digit other than at the
 * start of a sentence; or after a word such as `from` or `at`. A name of common words, and one of one
 * or two letters, needs quotation marks, or both other signs.
 *
 * @param vendor with a quote, the origin that the rail proves.
 */
export function namesPayee(message: string, vendor: string, isQuoted: boolean): boolean {
  const text = ownWords(message);
  if (isQuoted) return namesOrigin(text, vendor);
  const name = foldedOf(normaliseName(vendor)).folded;
  if (name === "") return false;
  const { surface, folded, places } = foldedOf(text);
  const isShouted = isInCapitals(surface);
  const isWeak = isCommon(name);
  for (let at = folded.indexOf(name); at >= 0; at = folded.indexOf(name, at + 1)) {
    const [start, end] = [places[at] ?? 0, places[at + name.length] ?? surface.length];
    const found = surface.slice(start, end);
    const [before, after] = [surface.slice(0, start), surface.slice(end)];
    if (!isWhole(surface, start, end, name, before, after)) continue;
    if (opened.test(before) && closed.test(after)) return true;
    const isIntroduced =
      introducedBy.test(before) ||
      introducedInHan.test(before) ||
      introducedAfterwards.test(after) ||
      (paid.test(before) && thenAnAmount.test(after));
    const isCapital = !isShouted && /[\p{Lu}\p{Lt}\p{N}]/u.test(found);
    if (isWeak) {
      if (isIntroduced && isCapital) return true;
      continue;
    }
    const tail = sentenceStart.test(before) ? found.replace(/^./u, "") : found;
    const isWritten =
      /\p{N}|\p{L}\.\p{L}/u.test(tail) || (!isShouted && /[\p{Lu}\p{Lt}]/u.test(tail));
    if (isIntroduced || isWritten) return true;
  }
  return false;
}

/** A name without spaces in a script without spaces is whole between the words of the language. */
function isWhole(
  surface: string,
  start: number,
  end: number,
  name: string,
  before: string,
  after: string,
): boolean {
  if (withoutSpaces.test(name)) {
    // Dictionaries do not contain every name, so that signs beside it count too.
    const begins = introducedInHan.test(before) || isBoundary(surface, start);
    return begins && (endsInHan.test(after) || isBoundary(surface, end));
  }
  if (isJoinedBefore.test(before)) return false;
  return possessive.test(after) || introducedAfterwards.test(after) || !isJoinedAfter.test(after);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  return segmenter.segment(text).containing(at)?.index === at;
}

function isCommon(name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  const shortest = withoutSpaces.test(name) ? 1 : 2;
  return Array.from(name).length <= shortest || words.every((word) => commonWords.has(word));
}

/** Capital letters mean nothing where almost all are. */
function isInCapitals(text: string): boolean {
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
  const lower = text.match(/\p{Ll}/gu)?.length ?? 0;
  return upper > 3 && upper > lower * 2;
}

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

/** Whether a text contains the host of an origin, alone or in an address. */
function namesOrigin(text: string, origin: string): boolean {
  const host = hostOf(origin);
  if (host === null) return false;
  return text
    .normalize("NFKC")
    .split(/[\s<>"'`()[\]{}“”„«»,;|]+/u)
    .some((part) => {
      const written = hostOf(part.replace(/[.!?:]+$/u, ""));
      return written !== null && (written === host || written === `www.${host}`);
    });
}

function hostOf(written: string): string | null {
  const isAddress = /^https?:\/\//i.test(written);
  if (!isAddress && (!written.includes(".") || written.includes("@"))) return null;
  const address = isAddress ? written.replace(/^http:/i, "https:") : `https://${written}`;
  return URL.canParse(address) ? new URL(address).host : null;
}
