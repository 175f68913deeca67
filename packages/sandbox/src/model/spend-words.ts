/** A spend as an instruction describes it. */
export interface SpendWords {
  readonly amountUsd: number;
  readonly vendor: string;
  readonly purpose: string;
}

/** Replaces the amount while the surrounding words are matched. */
const amountMark = "\u0001";

/** More amounts would take long to match. */
const maximumAmounts = 4;

const amount =
  // oxlint-disable-next-line treasury/linear-patterns -- At most 2,000 characters.
  /(?:US)?\$\s*(-?\d[\d,]*(?:\.\d+)?)(?:\s*USD\b)?|\bUSD\s*(-?\d[\d,]*(?:\.\d+)?)|(-?\d[\d,]*(?:\.\d+)?)(?:\s*(?:USD|US\s+dollars?|dollars?|bucks)\b|\$(?!\d))/gi;
// oxlint-disable-next-line treasury/linear-patterns -- At most 2,000 characters.
const bareAmount = /(?<=\b(?:for|costs?)\s+)(-?\d[\d,]*(?:\.\d+)?)$/gi;

const buy = "(?:buy|purchase|order|get)(?: me| us)?";
const price = `(?: for(?: a total of)?|,? (?:and )?(?:it|they|which|that) costs?| costing) ${amountMark}`;
const purpose = "(?<purpose>.+?)";
const vendor = "(?<vendor>.+?)";
// A vendor after "of" has a capital letter, because "a box of pencils" names no vendor.
const properName = "(?<properName>.+?)";
const wordings: readonly RegExp[] = [
  `${buy} ${purpose} (?:from|at) ${vendor}${price}`,
  `${buy} ${purpose}${price} (?:from|at) ${vendor}`,
  `${buy} ${amountMark} (?:worth )?of ${purpose} (?:from|at) ${vendor}`,
  `${buy} (?<purpose>.+) of ${properName}${price}`,
  `pay ${vendor} ${amountMark} for ${purpose}`,
  `pay ${amountMark} to ${vendor} for ${purpose}`,
  `pay ${vendor} for ${purpose},? ${amountMark}`,
  `spend ${amountMark} (?:at|with) ${vendor} (?:on|for) ${purpose}`,
  `spend ${amountMark} (?:on|for) ${purpose} (?:at|from|with) ${vendor}`,
].map((wording) => new RegExp(`^${wording}$`, "i"));

/** Returns the spend that a step describes, if any. */
export function spendIn(step: string): SpendWords | undefined {
  const text = step
    .replaceAll(amountMark, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:(?:please|can you|could you|(?:i|we) (?:want|need)(?: you)? to)\b,? ?)+/i, "")
    .replace(/^(?:(?:i|we) (?:want|need|would like)|(?:i|we)['’]d like)(?: to buy)? /i, "buy ")
    // oxlint-disable-next-line treasury/linear-patterns -- At most 2,000 characters.
    .replace(/[.!?]+$/, "")
    .replace(/,? (?:in total|total|altogether)$/i, "");
  const amounts = [...text.matchAll(amount), ...text.matchAll(bareAmount)];
  if (amounts.length > maximumAmounts) return undefined;
  // With several amounts ("a $50 gift card for $45") the wording selects one.
  for (const match of amounts.toReversed()) {
    const marked = `${text.slice(0, match.index)}${amountMark}${text.slice(match.index + match[0].length)}`;
    const words = wordings.map((wording) => wording.exec(marked)).find((found) => found !== null);
    const digits = match[1] ?? match[2] ?? match[3];
    if (words?.groups === undefined || digits === undefined) continue;
    const { vendor: named, properName: capitalized } = words.groups;
    if (capitalized !== undefined && !/^["'“`]?\p{Lu}/u.test(capitalized)) continue;
    return {
      amountUsd: Number.parseFloat(digits.replaceAll(",", "")),
      vendor: unquoted(named ?? capitalized),
      purpose: unquoted(words.groups["purpose"]),
    };
  }
  return undefined;
}

function unquoted(text = ""): string {
  return text.trim().replace(/^(["'“”`])(.*)(["'“”`])$/u, "$2");
}
