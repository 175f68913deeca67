import { lazily } from "@agent-treasury/provider/helpers";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check } from "@scure/base";
import type { Field } from "./field.ts";
import { latinLike } from "./lookalikes.ts";

/** The account part of an IBAN by country: letters (a), digits (n), or both (c). */
const ibanParts: ReadonlyMap<string, string> = new Map(
  `AD n8c12, AE n19, AL n8c16, AT n16, AZ a4c20, BA n16, BE n12, BG a4n6c8, BH a4c14, BI n23, BR n23a1c1, BY c4n4c16,
  CH n5c12, CR n18, CY n8c16, CZ n20, DE n18, DJ n23, DK n14, DO c4n20, EE n16, EG n25, ES n20, FI n14, FK a2n12,
  FO n14, FR n10c11n2, GB a4n14, GE a2n16, GI a4c15, GL n14, GR n7c16, GT c24, HN a4n20, HR n17, HU n24, IE a4n14,
  IL n19, IQ a4n15, IS n22, IT a1n10c12, JO a4n4c18, KW a4c22, KZ n3c13, LB n4c20, LC a4c24, LI n5c12, LT n16,
  LU n3c13, LV a4c13, LY n21, MC n10c11n2, MD c20, ME n18, MK n3c10n2, MN n16, MR n23, MT a4n5c18, MU a4n19a3,
  NI a4n20, NL a4n10, NO n11, OM n3c16, PK a4c16, PL n24, PS a4c21, PT n21, QA a4c21, RO a4c16, RS n18, RU n14c15,
  SA n2c18, SC a4n20a3, SD n14, SE n20, SI n15, SK n20, SM a1n10c12, SO n19, ST n21, SV a4n20, TL n19, TN n20,
  TR n6c16, UA n6c19, VA n18, VG a4n16, XK n16, YE a4n4c18`
    .split(/,\s*/)
    .map((country) => [country.slice(0, 2), country.slice(3)]),
);

/** What may stand between two characters of an account number. */
const gap = "[ ./\\n-]{0,3}";
const characterKinds: Readonly<Record<string, string>> = {
  a: "[a-z]",
  n: "\\d",
  c: "[a-z\\d]",
};
/** Compiled when a text has the beginning of one, because all of them take some milliseconds. */
const ibanShapes: ReadonlyMap<string, () => RegExp> = new Map(
  Array.from(ibanParts, ([country, parts]) => [country, lazily(() => ibanShape(parts))]),
);
const longestIban = 34;
const ibanStart = /(?<![\p{L}\p{N}])[A-Z]{2}[ ./\n-]{0,3}\d{2}(?=[ ./\n-]{0,3}[A-Z\d])/giu;
/** A beginning as in `ibanStart` before `plainText`, in ASCII. */
const mayHoldIban = /(?<![A-Za-z\d])[A-Za-z]{2}[\s./-]*\d{2}/;
const everyGap = /[ ./\n-]/g;
/** As banks print it. Otherwise prose with the right number of letters would be one. */
const groupsOfFour = /^[a-z\d]{4}([ ./\n-]{1,3})[a-z\d]{4}(?:\1[a-z\d]{4})*(?:\1[a-z\d]{1,3})?$/i;
/** Digits outside of words and decimal numbers, in groups of three to six or ungrouped. */
const digitGroups =
  /(?<![\p{L}\p{N}+.]|\d[ -])(?:\d{13,19}|\d{3,6}(?:[ -]\d{3,6}){2,5}|\d{4}(?:[./\n]\d{4}){3})(?![\p{L}\p{N}])(?![ -]\d)/gu;
/** Numbers of 18 or 22 digits: the account numbers of Mexico and Argentina. */
const longNumber =
  /(?<![\p{L}\p{N}+]|\d[ ./\n-])\d(?:[ ./\n-]?\d){17}(?:(?:[ ./\n-]?\d){4})?(?![\p{L}\p{N}]|[ ./\n-]\d)/gu;
/** The banks of Mexico by their number in a CLABE. */
const clabeBanks: ReadonlySet<string> = new Set(
  `002 006 009 012 014 019 021 022 030 032 036 037 042 044 058 059 060 062 072 102 103 106 108 110 112 113 116 124 126 127 128
  129 130 131 132 133 134 135 136 137 138 139 140 141 143 145 147 148 149 150 151 152 154 155 156 157 158 160 166 167
  168 600 601 602 605 606 607 608 610 614 615 616 617 618 619 620 621 622 623 626 627 628 629 630 631 632 633 634 636
  637 638 640 642 646 647 648 649 651 652 653 655 656 659 661 670 677 680 683 684 685 686 688 689 699 706 710 722 723
  727 728 730 846 901 902 903`.split(/\s+/),
);
/** Lengths and first digits of the card networks. */
const cardNumber =
  /^(?:4(?:\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|(?:6011|64[4-9]\d|65\d\d|62\d\d)\d{12,15})$/;
const plainNumber = /(?<![\p{L}\p{N}+.-])\d{6,17}(?![\p{L}\p{N}]|[.-]\d)/gu;
/** The first two digits of a routing number are a district of the Federal Reserve. */
const routingNumber = /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/;
const calendarDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
/** Two numbers within this distance belong together. */
const besideCharacters = 48;

const hexAddress = /(?<![\p{L}\p{N}])0x[\da-f]{40}(?![\p{L}\p{N}])/iu;
const base58Word = /(?<![\p{L}\p{N}])[1-9A-HJ-NP-Za-km-z]{26,36}(?![\p{L}\p{N}])/gu;
const bech32Word = /(?<![\p{L}\p{N}])[a-z][a-z\d]{0,82}1[02-9ac-hj-np-z]{14,}(?![\p{L}\p{N}])/giu;
const longestBech32 = 1_200;

type ScannedField = Pick<Field, "text" | "digits" | "longestRun">;

const base58check = createBase58check(sha256);

/** The minimum number of digits, or of letters and digits, in an account number but an IBAN. */
const fewestDigits = 12;
const shortestWord = 26;

/**
 * Returns whether the fields of a spend contain an account number: an IBAN, a CLABE, a CBU, a card
 * number, a US routing number beside another number, or a wallet address. Checksums must be valid
 * where the kind has one.
 */
export function holdsAccountNumber(fields: readonly ScannedField[]): boolean {
  const digits = fields.reduce((sum, field) => sum + field.digits, 0);
  if (digits < 2) return false;
  const written = fields.map((field) => field.text).join("\n");
  // Only with ASCII alone, because the others count as infinitely many digits.
  const mayBeIbanOnly =
    digits < fewestDigits && fields.every(({ longestRun }) => longestRun < shortestWord);
  if (!(mayBeIbanOnly ? mayHoldIban : twoDigits).test(written)) return false;
  const text = plainText(written);
  if (holdsIban(text)) return true;
  return (
    !mayBeIbanOnly &&
    (hexAddress.test(text) ||
      holdsCardNumber(text) ||
      holdsLongNumber(text) ||
      holdsRoutingNumber(text) ||
      wordsOf(text, base58Word).some(isBase58Check) ||
      wordsOf(text, bech32Word).some(isBech32))
  );
}

const twoDigits = /\p{Nd}\P{Nd}{0,9}\p{Nd}/u;
const everyAscii = /^\p{ASCII}*$/u;

/**
 * Folds compatibility forms, dashes, spaces, line breaks, digits and look-alike letters, and removes
 * invisible characters.
 */
function plainText(text: string): string {
  if (everyAscii.test(text))
    return text
      .replace(/\t+| {2,}/g, " ")
      .replace(/\s+/g, (space) => (space.includes("\n") ? "\n" : space));
  const folded = text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/[\p{Zs}\t]+/gu, " ")
    .replace(/ ?[\n\r\u2028\u2029]+ ?/g, "\n");
  return Array.from(folded, asciiLike).join("");
}

function asciiLike(character: string): string {
  if (everyAscii.test(character)) return character;
  if (/\p{Nd}/u.test(character)) return digitOf(character);
  const lower = character.toLowerCase();
  const like = latinLike(lower);
  return like === lower ? character : lower === character ? like : like.toUpperCase();
}

/** The digits of each script are ten code points in a row. */
function digitOf(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return String(value);
}

function wordsOf(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([word]) => word);
}

function holdsIban(text: string): boolean {
  return Array.from(text.matchAll(ibanStart)).some(({ index }) => {
    // Each character may have three of the signs before it.
    const written = text.slice(index, index + 4 * longestIban);
    const shape = ibanShapes.get(written.slice(0, 2).toUpperCase())?.();
    const found = shape?.exec(written)?.[0];
    return found !== undefined && isIban(found);
  });
}

function ibanShape(parts: string): RegExp {
  const rest = parts.replace(/([anc])(\d+)/g, (_all, kind: string, count: string) => {
    return `(?:${gap}${characterKinds[kind]}){${count}}`;
  });
  return new RegExp(`^[a-z]{2}${gap}\\d${gap}\\d${rest}(?![\\p{L}\\p{N}])`, "iu");
}

/**
 * ISO 7064: the number, with its first four characters at its end and letters as 10 to 35, is 1 mod
 * 97.
 */
function isIban(written: string): boolean {
  const iban = written.replace(everyGap, "").toUpperCase();
  const hasFewDigits = iban.replace(/\D/g, "").length < fewestDigits;
  if (hasFewDigits && iban.length < written.length && !groupsOfFour.test(written)) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

function holdsLongNumber(text: string): boolean {
  return wordsOf(text, longNumber).some((written) => {
    const number = written.replace(everyGap, "");
    return number.length === 18 ? isClabe(number) : isCbu(number);
  });
}

function isClabe(number: string): boolean {
  const checked = weighted(number.slice(0, 17), [3, 7, 1]);
  return clabeBanks.has(number.slice(0, 3)) && hasCheckDigit(number, checked);
}

/** The bank and the account have a check digit each. */
function isCbu(number: string): boolean {
  if (/^(\d)\1*$/.test(number)) return false;
  const [bank, account] = [number.slice(0, 8), number.slice(8)];
  return (
    hasCheckDigit(bank, weighted(bank.slice(0, 7), [7, 1, 3, 9])) &&
    hasCheckDigit(account, weighted(account.slice(0, 13), [3, 9, 7, 1]))
  );
}

function hasCheckDigit(number: string, sum: number): boolean {
  return Number(number.at(-1)) === (10 - (sum % 10)) % 10;
}

/** The sum of the digits by their weights, in turn. */
function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((sum, digit, index) => {
    return sum + Number(digit) * (weights[index % weights.length] ?? 0);
  }, 0);
}

function holdsCardNumber(text: string): boolean {
  return wordsOf(text, digitGroups).some((written) => {
    const number = written.replace(everyGap, "");
    return cardNumber.test(number) && passesLuhn(number);
  });
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const value = index % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** A routing number alone is public: it is printed on every check of its bank. */
function holdsRoutingNumber(text: string): boolean {
  const found = Array.from(text.matchAll(plainNumber), ({ 0: number, index }) => ({
    number,
    start: index,
    end: index + number.length,
  }));
  return found.some((left, place) => {
    const right = found[place + 1];
    if (right === undefined || right.start - left.end > besideCharacters) return false;
    return (
      (isRoutingNumber(left.number) && !calendarDate.test(right.number)) ||
      (isRoutingNumber(right.number) && !calendarDate.test(left.number))
    );
  });
}

/** The checksum of the American Bankers Association: weights 3, 7 and 1. */
function isRoutingNumber(number: string): boolean {
  if (!routingNumber.test(number)) return false;
  return weighted(number, [3, 7, 1]) % 10 === 0;
}

function isBase58Check(word: string): boolean {
  return decodes(() => base58check.decode(word));
}

function isBech32(word: string): boolean {
  const address = word as `${string}1${string}`;
  return (
    word.length <= longestBech32 &&
    (decodes(() => bech32.decode(address, longestBech32)) ||
      decodes(() => bech32m.decode(address, longestBech32)))
  );
}

function decodes(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}
