import type { Range } from "./quotations.ts";

const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const listMark = String.raw`(?:(?:[-*+]|\d+[.)])\s+)?`;
const tildes = new RegExp(String.raw`^\s*${listMark}(~{3,})`);
const fence = /`{3,}|"{3,}|'{3,}/g;
const quoted = new RegExp(String.raw`^\s*${listMark}(?:[>＞]|&gt;)`);
const indented = new RegExp(String.raw`^(?: {4}|\t)\s*(?!\s|[-*+]\s|\d+[.)])`);

/** Begins a mail that the person passes on. All below it was written by others. */
const passedOn =
  /^[\s*_=-]*(?:begin(?: of)? )?(?:forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht|message transféré|message d['’]origine|mensaje reenviado|mensaje original|mensagem encaminhada|mensagem original|messaggio inoltrato|messaggio originale|doorgestuurd bericht|oorspronkelijk bericht|пересылаемое сообщение|转发的?邮件|原始邮件|転送メッセージ)[\s*_=:-]*$/iu;
const wrote =
  /^\s*(?:on|am|le|el|il|em|op|den)\s.{0,200}\s(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev)(?:\s.{0,80})?:\s*$/iu;
/** Without a time, as people write it. Time and sender in Chinese and Japanese. */
const saidBy =
  /^.{1,200}\s(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|написал\p{L}?)\s?:\s*$|^.{1,200}(?:写道|寫道|からのメッセージ)\s?[:：]\s*$|^\s*\d{4}.{1,200}<[^\s<>@]{1,64}@[^\s<>@]{1,255}>\s?[:：]\s*$/iu;
const mailHeader =
  /^\s*\*{0,2}(?:from|to|cc|date|sent|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet|para|enviado|fecha|asunto|data|assunto|da|inviato|oggetto|van|aan|verzonden|onderwerp|от|кому|тема|发件人|收件人|主题)\s?\*{0,2}\s?[:：]\*{0,2}\s*\S/iu;

/**
 * Returns what a person wrote in a message: without fenced and indented blocks, lines that are quoted
 * with `>`, elements such as `<mail>…</mail>`, and mails that are passed on. What a block contains may
 * be written to end it early, so that everything from the first to the last mark of a kind is left out.
 */
export function ownWords(message: string): string {
  const lines = linesBeforeMail(message.split(lineEnd));
  const text = lines.join("\n");
  return without(text, [...linesOfOthers(lines), ...fencedBlocks(lines), ...elementsIn(text)]);
}

function linesBeforeMail(lines: readonly string[]): readonly string[] {
  const open = new Set<string>();
  const end = lines.findIndex((line, index) => {
    if (open.size === 0 && beginsMail(lines, index)) return true;
    for (const { kind } of marksIn(line)) if (!open.delete(kind)) open.add(kind);
    return false;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

function beginsMail(lines: readonly string[], index: number): boolean {
  const [line = "", next = ""] = lines.slice(index, index + 2);
  if (passedOn.test(line)) return true;
  if (mailHeader.test(line) && mailHeader.test(next)) return true;
  if (!isAttribution(line)) return false;
  // An answer below quoted lines is the person's.
  const below = lines.slice(index + 1, index + 6).find((one) => one.trim() !== "");
  return below !== undefined && !quoted.test(below);
}

function isAttribution(line: string): boolean {
  return wrote.test(line) || saidBy.test(line);
}

/** Each range includes the end of its line. */
function linesOfOthers(lines: readonly string[]): readonly Range[] {
  let end = 0;
  let isBlock = true;
  return lines.flatMap((line) => {
    const start = end;
    end += line.length + 1;
    const isCode = isBlock && indented.test(line);
    isBlock = isCode || line.trim() === "";
    return isCode || quoted.test(line) || isAttribution(line) ? [{ start, end }] : [];
  });
}

interface Mark extends Range {
  readonly kind: string;
}

function marksIn(line: string): readonly Mark[] {
  const [found, tilde] = tildes.exec(line) ?? [];
  const before = found === undefined || tilde === undefined ? [] : [found.length - tilde.length];
  return [
    ...before.map((start) => ({ kind: "~", start, end: line.length })),
    ...Array.from(line.matchAll(fence), ({ 0: mark, index }) => {
      return { kind: mark.charAt(0), start: index, end: index + mark.length };
    }),
  ];
}

/** A block that is not closed ends with the message. */
function fencedBlocks(lines: readonly string[]): readonly Range[] {
  const blocks = new Map<string, Range & { readonly isOpen: boolean }>();
  let at = 0;
  for (const line of lines) {
    for (const { kind, start, end } of marksIn(line)) {
      const { start: first, isOpen } = blocks.get(kind) ?? { start: at + start, isOpen: false };
      blocks.set(kind, { start: first, end: at + end, isOpen: !isOpen });
    }
    at += line.length + 1;
  }
  return [...blocks.values()].map((block) => (block.isOpen ? { ...block, end: at } : block));
}

const tag =
  /<(\/?)(!--|\p{L}[\p{L}\p{N}_:.-]*)[^<>]*>?|-->|\[(\/?)((?:block)?quote|code)[^[\]]{0,200}\]/giu;

function elementsIn(text: string): readonly Range[] {
  const opened = new Map<string, number>();
  const ranges = new Map<string, Range>();
  for (const {
    0: found,
    1: slash,
    2: name = "!--",
    3: bracketSlash,
    4: bracket,
    index,
  } of text.matchAll(tag)) {
    const key = (bracket ?? name).toLowerCase();
    const isEnd = slash === "/" || bracketSlash === "/" || found === "-->";
    const closes = isEnd || found.endsWith("-->");
    if (!isEnd && !opened.has(key)) opened.set(key, index);
    const start = opened.get(key);
    if (closes && start !== undefined) ranges.set(key, { start, end: index + found.length });
  }
  return [...ranges.values()];
}

function without(text: string, ranges: readonly Range[]): string {
  let kept = "";
  let at = 0;
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    if (start > at) kept += text.slice(at, start);
    if (end > at && text[end - 1] !== "\n") kept += " ";
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}
