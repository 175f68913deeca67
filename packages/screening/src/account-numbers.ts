import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check } from "@scure/base";
import type { Field } from "./field.ts";

/** The length of an IBAN by country. */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29
  ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20
  LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29
  PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
  YE30`
    .split(/\s+/)
    .map((country) => [country.slice(0, 2), Number(country.slice(2))]),
);

const longestIban = 34;
const ibanShapes: ReadonlyMap<string, RegExp> = new Map(
  Array.from(ibanLengths, ([country, length]) => [
    country,
    new RegExp(`^[a-z\\d](?:[ -]?[a-z\\d]){${length - 1}}(?![\\p{L}\\p{N}])`, "iu"),
  ]),
);
const ibanStart = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}[ -]?(?=[A-Z\d])/giu;
/** Digits outside of words and decimal numbers, in groups of three to six or ungrouped. */
const digitGroups =
  /(?<![\p{L}\p{N}+.]|\d[ -])(?:\d{13,19}|\d{3,6}(?:[ -]\d{3,6}){2,5})(?![\p{L}\p{N}])(?![ -]\d)/gu;
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

/** The minimum number of digits, or of letters and digits, in an account number. */
const fewestDigits = 12;
const shortestWord = 26;

/**
 * Returns whether the fields of a spend contain an account number: an IBAN, a card number, a US
 * routing number beside another number, or a wallet address. Checksums must be valid where the kind
 * has one.
 */
export function holdsAccountNumber(fields: readonly ScannedField[]): boolean {
  const digits = fields.reduce((sum, field) => sum + field.digits, 0);
  if (digits < fewestDigits && fields.every(({ longestRun }) => longestRun < shortestWord)) {
    return false;
  }
  const text = plainText(fields.map((field) => field.text).join("\n"));
  return (
    hexAddress.test(text) ||
    holdsIban(text) ||
    holdsCardNumber(text) ||
    holdsRoutingNumber(text) ||
    wordsOf(text, base58Word).some(isBase58Check) ||
    wordsOf(text, bech32Word).some(isBech32)
  );
}

/** Folds compatibility forms, dashes and spaces, and removes invisible characters. */
function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/[\p{Zs}\t]+/gu, " ");
}

function wordsOf(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([word]) => word);
}

function holdsIban(text: string): boolean {
  return Array.from(text.matchAll(ibanStart)).some(({ index }) => {
    // Each character may have one space or hyphen before it.
    const written = text.slice(index, index + 2 * longestIban);
    const shape = ibanShapes.get(written.slice(0, 2).toUpperCase());
    const iban = shape?.exec(written)?.[0].replace(/[ -]/g, "").toUpperCase();
    return iban !== undefined && isIban(iban);
  });
}

/**
 * ISO 7064: the number, with its first four characters at its end and letters as 10 to 35, is 1 mod
 * 97.
 */
function isIban(iban: string): boolean {
  if (iban.replace(/\D/g, "").length < fewestDigits) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

function holdsCardNumber(text: string): boolean {
  return wordsOf(text, digitGroups).some((written) => {
    const number = written.replace(/[ -]/g, "");
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
  const sum = [...number].reduce(
    (total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
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
