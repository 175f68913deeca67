/** Where a name stands in a person's text. */
export interface Occurrence {
  readonly found: string;
  /** The text before and after it, as far as the rules look. */
  readonly before: string;
  readonly after: string;
}

/** How a text uses capital letters. */
export interface Capitals {
  /** Almost all are capital letters, so that they mean nothing. */
  readonly isShouted: boolean;
  /** In German every noun has one. */
  readonly isGerman: boolean;
}

const opened = /["'`‘’“”„«»‹›「『《〈【]$/u;
const closed = /^["'`‘’“”«»‹›」』》〉】]/u;
const sentenceStart = /(?:^|[.!?:;\n…。！？•*–—"'`“„«([-])[ \t]*$/u;

/** Words directly before a payee, in several languages. */
const toPay = String.raw`(?:pay|paid|payment|send|transfer|wire|give|donate|subscribe|usd|dollars?|\$?\d[\d.,]*\$?)\s+to`;
const introducedBy = new RegExp(
  String.raw`(?:^|[^\p{L}\p{M}\p{N}])(?:from|at|via|vendor|payee|supplier|seller|merchant|von|bei|chez|presso|bij|från|fra|hos|od|от|у|من|إلى|لدى|אצל|${toPay})\s*[:=]?\s*$`,
  "iu",
);
const paid =
  /(?:^|[^\p{L}\p{M}\p{N}])(?:pay|bezahle?n?|zahle?n?|überweise?n?|paie|paga|заплати)\s+$/iu;
const renewed =
  /(?:^|[^\p{L}\p{M}\p{N}])(?:renew|pay|verlängere?|erneuere?|bezahle?|abonniere?|überweise?(?:\s+an)?|an)\s+$/iu;
/** Without an article, what is renewed is a name, or goods among the common words. */
const toRenew = /(?:^|[^\p{L}\p{M}\p{N}])(?:renew|verlängere?|erneuere?)\s+$/iu;
const thenAnAmount = /^\s*(?:us\s?)?(?:\$|usd\s?)?\d/iu;
/** The same in scripts without spaces. */
export const introducedInHan: RegExp =
  /(?:从|從|向|在|用|给|付给|付給|支付给|支付給|转给|轉給|จาก|ให้)\s*$/u;
const introducedAfterwards = /^\s*(?:から|へ|で|에서|에게|से(?!\p{L})|को(?!\p{L}))/u;
/** An amount, a time, a date or the number of an invoice. */
const measure = /^[\d.,:\s/-]+(?:am|pm|h|uhr|st|nd|rd|th|x|k|usd|eur|gb|tb|kg|cm|mm)?$/iu;
/** Makes a number an account's. */
const account = new RegExp(
  String.raw`(?:^|[^\p{L}\p{M}\p{N}])(?:account(?:\s+(?:number|no\.?))?|iban|payee|vendor|konto|compte|cuenta|conto|${toPay})\s*[:=]?\s*$`,
  "iu",
);

/** Ends a name in lower case. Another word there belongs to a longer name, or makes it a noun. */
const endOfName =
  /^(?:['’]s)?\s*(?:$|[^\p{L}\p{M}\s'’&-]|(?:for|on|with|and|or|by|in|at|to|from|as|via|per|if|when|before|until|today|tomorrow|now|please|asap|this|next|then|instead|but|worth|costing|using|because|thanks|usd|us|dollars?|für|und|oder|bitte|heute|mit|als|zu|im|am|vor|pour|et|avec|par|para|por|con|y|e|com|per|voor|en|met|och|för|za|i|z|за|на|для|и|с|من|مقابل)(?![\p{L}\p{M}\p{N}]))/iu;
/** What follows is the place, the topic or the receiver of goods, and no payee. */
const aside =
  // oxlint-disable-next-line treasury/linear-patterns -- At most 200 characters.
  /(?:^|[^\p{L}\p{M}\p{N}])(?:in|into|about|like|than|near|unlike|against|regarding|between|to|nach|über|(?<!(?:pay|paid|bill|invoices?|subscription|renewal|fees?|seats?|plan|licen[cs]es?|credits?)\s+)for)\s+$/iu;
const article = /(?:^|[^\p{L}\p{M}\p{N}])(?:an?|some|new|another|two|three|four|five|\d+)\s+$/iu;
const connector = /^(?:of|&|de|du|des|della|del|der)$/iu;
const noName = /^(?:I|USD|US|EUR|CEO|CTO|CFO|ASAP|PDF|URL|API|VAT)$/u;

/**
 * Whether an occurrence is written as a name. That is in quotation marks; with a capital letter
 * other than at the start of a sentence; or after a word such as `from`, `at` or `renew`.
 *
 * @param isWeak a name of common words, or of one or two letters. It needs quotation marks, or both
 * other signs.
 */
export function isWrittenAsName(
  { found, before, after }: Occurrence,
  isWeak: boolean,
  { isShouted, isGerman }: Capitals,
): boolean {
  if (opened.test(before) && closed.test(after)) return true;
  if (measure.test(found)) return account.test(before);
  const hasCapital = !isShouted && /[\p{Lu}\p{Lt}]/u.test(found);
  const isIntroduced =
    introducedBy.test(before) ||
    introducedInHan.test(before) ||
    introducedAfterwards.test(after) ||
    (paid.test(before) && thenAnAmount.test(after));
  if (isIntroduced) {
    if (hasCapital || /\p{N}/u.test(found)) return true;
    return !isWeak && (isShouted || !/\p{Ll}/u.test(found) || endOfName.test(after));
  }
  if (isWeak) return false;
  if (toRenew.test(before) && endOfName.test(after)) return true;
  const tail = sentenceStart.test(before) ? found.replace(/^./u, "") : found;
  if (isShouted || !/[\p{Lu}\p{Lt}]/u.test(tail)) return false;
  if (isGerman && !/\s|\p{Ll}\p{Lu}/u.test(found) && !renewed.test(before)) return false;
  return !aside.test(before) && !isGoods(before, after) && !isEndOfLongerName(before);
}

/** `a MacBook` are goods, `a Zoom licence` is a vendor's. */
function isGoods(before: string, after: string): boolean {
  return article.test(before) && !/^['’]?\s*\p{Ll}/u.test(after.replace(endOfName, "$"));
}

/** `Robotics` is not the payee in `Acme Robotics`, nor is `America` in `Bank of America`. */
function isEndOfLongerName(before: string): boolean {
  const words = /(?:^|\s)(\S+)\s+(\S+)\s+$|(?:^|\s)(\S+)\s+$/u.exec(before.replace(/[ \t]+/g, " "));
  if (words === null) return false;
  const last = words[2] ?? words[3] ?? "";
  if (!connector.test(last)) return isPartOfName(last, before);
  return isPartOfName(words[1] ?? "", before.slice(0, before.lastIndexOf(last)));
}

function isPartOfName(word: string, before: string): boolean {
  if (!/^[\p{Lu}\p{Lt}][\p{L}\p{M}\p{N}.&'’-]*$/u.test(word) || noName.test(word)) return false;
  if (word.endsWith(".") && word.length > 2) return false;
  return !sentenceStart.test(before.slice(0, before.lastIndexOf(word)));
}

const german =
  /(?<![\p{L}])(?:und|bitte|eine[nmrs]?|das|dem|der|für|nicht|wir|ich|mein(?:e[nmrs]?)?|unser(?:e[nmrs]?)?|zum|zur|kaufe?|bezahle?|bestelle?|verlängere?|bei|rechnung)(?![\p{L}])/giu;

export function capitalsOf(text: string): Capitals {
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
  const lower = text.match(/\p{Ll}/gu)?.length ?? 0;
  return {
    isShouted: upper > 3 && upper > lower * 2,
    isGerman: new Set(text.toLowerCase().match(german)).size > 1,
  };
}
