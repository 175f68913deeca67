import { readOutsideText } from "@agent-treasury/contract";
import { withoutSecrets } from "./secret-forms.ts";

const redacted = "[redacted]";

/** Things that no answer and no log may carry, whoever wrote them into a message. */
const patterns: readonly RegExp[] = [
  // API keys, webhook secrets and machine-host tokens, by their prefixes.
  /\b(?:sk|rk|pk|whsec)[_-][\w-]{8,}/g,
  /\b(?:FlyV1 |fo1_|fm2_)[\w+/=,.-]{8,}/g,
  /\b(?:ghp_|gho_|ghs_|github_pat_|xox[bap]-|AKIA|AIza)[\w-]{12,}/g,
  // Signed tokens, also at the end of a short word with a dash. They are looked for near the beginning of a
  // run of letters alone: from every place in it, a long run without a dot would take minutes.
  /(?<=(?<![\w-])(?:[\w-]{0,64}-)?)eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g,
  // Credentials in headers.
  /\b(?:Bearer|Basic)\s+[\w+/=.~-]{8,}/gi,
  // Names and passwords in addresses.
  /(?<=:\/\/)[^\s/]+@/g,
];

/** What stands after a name that says what it is. */
const named =
  /((?:api[_-]?key|token|secret|password|authorization)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'&,;}]{6,}/gi;

/** Long enough for a card, not for a moment in milliseconds. */
const digits = /\b(?:\d[ -]?){13,18}\d\b/g;

/**
 * Text of an upstream, or for a log: without anything that looks like a credential or a card number, and
 * without bidirectional controls.
 *
 * @param secrets - secrets in use, to remove in whatever form; a text that has one in another form than
 *   its own is replaced as a whole
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return patterns
    .reduce(
      (clean, pattern) => clean.replace(pattern, redacted),
      withoutSecrets(readOutsideText(text).text, secrets),
    )
    .replace(named, `$1${redacted}`)
    .replace(digits, (found) => (isCardNumber(found) ? redacted : found));
}

/** By the check digit that card numbers end with. */
function isCardNumber(text: string): boolean {
  const sum = [...text.replace(/\D/g, "")].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
