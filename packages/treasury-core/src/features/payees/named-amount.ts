import { Micros } from "@agent-treasury/provider";

const number = String.raw`\d{1,3}(?:[,'’\u202f]\d{3})+(?:\.\d{1,6})?|\d{1,12}(?:[.,]\d{1,6})?`;
const before = String.raw`(?:US\s?\$|USD|\$)\s?`;
const after = String.raw`\s?(?:US[- ]?dollars?|dollars?|bucks|USD|\$)`;
const money = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,$])(?:${before}(${number})|(${number})${after})(?![\p{L}\p{N}]|[.,]\d)`,
  "giu",
);
/** An amount in another currency, or one that is not exact. */
const unreadable =
  /(?:[€£¥₹]|\b(?:EUR|GBP|JPY|CHF|INR)\b)\s?\d|\d\s?(?:[€£¥₹]|(?:EUR|GBP|JPY|CHF|INR|euros?|pounds?)\b)|[$]\s?\d[\d.,]*\s?(?:k|m|thousand|million)\b/iu;

/**
 * Returns the amount in USD that a person's `ownWords` name. Null if they name none, several, or one
 * that cannot be read exactly.
 */
export function namedAmountIn(own: string): Micros | null {
  const text = own.normalize("NFKC");
  if (!/\d/.test(text) || unreadable.test(text)) return null;
  const amounts = new Set<Micros>();
  for (const [, first, second] of text.matchAll(money)) {
    const amount = microsIn(first ?? second ?? "");
    if (amount === null) return null;
    amounts.add(amount);
  }
  const [amount = null, ...others] = amounts;
  return others.length === 0 ? amount : null;
}

/** A comma before one or two digits at the end is a decimal sign, as in `24,50`. */
function microsIn(written: string): Micros | null {
  const decimal = /^\d+,\d{1,2}$/.test(written) ? written.replace(",", ".") : written;
  const [whole = "", fraction = ""] = decimal.replace(/[,'’\u202f]/g, "").split(".");
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
  return micros === 0n ? null : Micros.of(micros);
}
