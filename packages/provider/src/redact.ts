import { readOutsideText } from "@agent-treasury/contract";
import { withoutSecrets } from "./secret-forms.ts";

const redacted = "[redacted]";

const patterns: readonly RegExp[] = [
  // API keys, webhook secrets and machine-host tokens, by prefix.
  /\b(?:sk|rk|pk)[_-][\w-]{8,}/g,
  /\bwhsec[_-][\w+/=-]{8,}/g,
  /\b(?:FlyV1 |fo1_|fm2_)[\w+/=,.-]{8,}/g,
  /\b(?:agt_|ghp_|gho_|ghs_|github_pat_|xox[bap]-|AKIA|AIza)[\w-]{12,}/g,
  // JSON Web Tokens, also after a short prefix with a dash. The look-behind limits where a match
  // may begin, because starting at every position of a long run without a dot would take minutes.
  /(?<=(?<![\w-])(?:[\w-]{0,64}-)?)eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g,
  // Credentials in headers.
  /\b(?:Bearer|Basic)\s+[\w+/=.~-]{8,}/gi,
  // User names and passwords in URLs.
  /(?<=:\/\/)[^\s/]+@/g,
];

/** Values after a name such as `token` or `password`. */
const named =
  /((?:api[_-]?key|token|secret|password|authorization)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'&,;}]{6,}/gi;

/** Long enough for a card number, too long for a timestamp in milliseconds. */
const digits = /\b(?:\d[ -]?){13,18}\d\b/g;

/** Logs have many short texts without a credential. In longer ones, one search takes no less time. */
const shortText = 200;
const any = new RegExp([...patterns, named, digits].map(({ source }) => source).join("|"), "i");

/**
 * Redacts credentials and card numbers in text from upstream services or for logs, and removes
 * bidirectional control characters.
 *
 * @param secrets - secrets in use, removed in any form. A text that contains one in an encoded or
 * otherwise changed form is replaced as a whole.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const clean = withoutSecrets(readOutsideText(text).text, secrets);
  if (clean.length <= shortText && !any.test(clean)) return clean;
  return patterns
    .reduce((rest, pattern) => rest.replace(pattern, redacted), clean)
    .replace(named, `$1${redacted}`)
    .replace(digits, (found) => (isCardNumber(found) ? redacted : found));
}

/** Verifies the Luhn check digit. */
function isCardNumber(text: string): boolean {
  const sum = [...text.replace(/\D/g, "")].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
