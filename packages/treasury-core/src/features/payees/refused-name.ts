/** Phrases with a negation that ask for something. */
const harmless =
  /\b(?:not|no|never|don['’]?t|do not)\s+(?:more|over|above|exceed\p{L}*|only|yet|later|sure|less|under|forget|hesitate|spend|wait)\b|\b(?:if|why|or)\s+(?:you\s+)?(?:not|can['’]?t|cannot)\b|\bnicht\s+(?:mehr als|über|nur|vergessen)|\bvergiss\s+nicht|\bn['’]oublie\p{L}*\s+pas|\bpas\s+plus|\bno\s+(?:más|olvid\p{L}*)|\bnão\s+(?:mais|esque\p{L}*)|\bnon\s+(?:più|dimentic\p{L}*)|не\s+(?:более|больше|забудь\p{L}*)/giu;

const words = [
  "not|never|don['’]?t|doesn['’]?t|didn['’]?t|won['’]?t|mustn['’]?t|shouldn['’]?t|can['’]?t|cannot|no longer",
  "except|excluding|besides|instead of|rather than|avoid|avoiding|refuse|decline|reject|ignore|beware|stop paying|block",
  "nicht|keine?[nmrs]?|niemals|nie|außer|statt|anstatt",
  "ne|jamais|sauf|nunca|jamás|excepto|não|exceto|non|mai|tranne|niet|nooit|geen|behalve|inte|aldrig|utom",
  "не|никогда|кроме|nie|nigdy|oprócz",
];
const negation = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(?:${words.join("|")})(?![\p{L}\p{M}\p{N}])|n['’](?=\p{L})|(?<![\p{L}])no\s+(?:les?\s+)?(?:pag|compr|env|transf|us)\p{L}*|不要|不准|别|別|勿|除了|لا\s|אל\s|מת\s`,
  "iu",
);
const afterwards =
  /^\s*(?:\p{L}+\s+){0,2}?(?:(?:is|are|was|were|must|should|shall|may|can|could|will|would|does|do)\s*(?:not|n['’]?t)|(?:is|are)\s+(?:blocked|banned|forbidden|excluded)|won['’]t|cannot|never|nicht|nie|niet)(?![\p{L}])|^\s*\p{L}*(?:ないで|以外|말고|지\s?마|제외)/iu;

/** `all but Acme`, where `but` turns nothing. */
const allBut = /(?<![\p{L}])(?:all|any|every)(?:one|body|thing)?(?:\s+\p{L}+){0,2}\s+but\s+$/iu;

/** Ends what a negation is about. */
const turn =
  /[.!?;\n…。！？；]\s|[\n。！？；]|(?<![\p{L}])(?:but|instead,|sondern|aber|mais|pero|sino|mas|ma|maar|men|но|а|但是?|而是)(?![\p{L}])/giu;
const request =
  /,\s*(?:(?:and|then|so|please|just)\s+)*(?:pay|buy|order|get|use|renew|send|purchase|book|take|ask|bezahle?|kaufe?|bestelle?|achète|paie|compra|paga|купи|заплати)(?![\p{L}])/giu;

/**
 * Whether the sentence excludes the name that stands between the two texts, as in "Do not pay Acme".
 * Languages differ, so that this finds the usual forms only.
 */
export function isRefused(before: string, after: string): boolean {
  if (afterwards.test(after) || allBut.test(before)) return true;
  const from = Math.max(endOfLast(before, turn), endOfLast(before, request));
  return negation.test(before.slice(from).replaceAll(harmless, " "));
}

function endOfLast(text: string, pattern: RegExp): number {
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) end = index + found.length;
  return end;
}
