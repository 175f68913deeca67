const listMark = String.raw`(?:(?:[-*+]|\d+[.)])\s+)?`;
const fence = /^\s*(`{3,}|~{3,})/;
const quoted = new RegExp(String.raw`^\s*${listMark}(?:[>＞]|&gt;)`);
const indented = new RegExp(String.raw`^(?: {4}|\t)\s*(?!\s|[-*+]\s|\d+[.)])`);
const inlineFence = /(`{3,})[^]*?(?:\1|$)/g;

/** Begins a mail that the person passes on. All below it was written by others. */
const passedOn =
  /^[\s*_=-]*(?:begin(?: of)? )?(?:forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht|message transféré|message d['’]origine|mensaje reenviado|mensaje original|mensagem encaminhada|mensagem original|messaggio inoltrato|messaggio originale|doorgestuurd bericht|oorspronkelijk bericht|пересылаемое сообщение|转发的?邮件|原始邮件|転送メッセージ)[\s*_=:-]*$/iu;
const wrote =
  /^\s*(?:on|am|le|el|il|em|op|den)\s.{0,200}\s(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev)(?:\s.{0,80})?:\s*$/iu;
const mailHeader =
  /^\s*\*{0,2}(?:from|to|cc|date|sent|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet|para|enviado|fecha|asunto|data|assunto|da|inviato|oggetto|van|aan|verzonden|onderwerp|от|кому|тема|发件人|收件人|主题)\s?\*{0,2}\s?[:：]\*{0,2}\s*\S/iu;

/**
 * Returns what a person wrote in a message: without fenced and indented blocks, lines that are quoted
 * with `>`, elements such as `<mail>…</mail>`, and mails that are passed on. A fence that is not
 * closed ends with the message.
 */
export function ownWords(message: string): string {
  const lines: string[] = [];
  const given = message.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
  let open: string | null = null;
  let isBlock = true;
  for (const [index, line] of given.entries()) {
    const mark: string | undefined = fence.exec(line)?.[1];
    if (open !== null) {
      if (mark?.startsWith(open) === true && line.trim() === mark) open = null;
      continue;
    }
    if (beginsMail(given, index)) break;
    if (mark !== undefined && !line.trim().slice(mark.length).includes(mark)) open = mark;
    const isCode: boolean = isBlock && indented.test(line);
    isBlock = isCode || line.trim() === "";
    if (open === null && !isCode && !quoted.test(line) && !wrote.test(line)) lines.push(line);
  }
  return withoutElements(lines.join("\n").replace(inlineFence, " "));
}

function beginsMail(lines: readonly string[], index: number): boolean {
  const [line = "", next = ""] = lines.slice(index, index + 2);
  if (passedOn.test(line)) return true;
  if (mailHeader.test(line) && mailHeader.test(next)) return true;
  if (!wrote.test(line)) return false;
  // An answer below quoted lines is the person's.
  const below = lines.slice(index + 1, index + 6).find((one) => one.trim() !== "");
  return below !== undefined && !quoted.test(below);
}

const tag = /<(\/?)(!--|[a-z][\w:.-]*)[^<>]*>?|-->/gi;

/**
 * From the first opening tag of a name to the last closing one, because a text inside could contain a
 * closing tag too.
 */
function withoutElements(text: string): string {
  const opened = new Map<string, number>();
  const ranges = new Map<string, { readonly start: number; readonly end: number }>();
  for (const { 0: found, 1: slash, 2: name = "!--", index } of text.matchAll(tag)) {
    const key = name.toLowerCase();
    const closes = slash === "/" || found.endsWith("-->");
    if (!opened.has(key) && slash !== "/" && found !== "-->") opened.set(key, index);
    const start = opened.get(key);
    if (closes && start !== undefined) ranges.set(key, { start, end: index + found.length });
  }
  let kept = "";
  let at = 0;
  for (const { start, end } of [...ranges.values()].toSorted(
    (one, other) => one.start - other.start,
  )) {
    if (start > at) kept += `${text.slice(at, start)} `;
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}
