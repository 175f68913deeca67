import { beginOfPaste, enclosedIn, isMarkedAsQuoted } from "./pasted-text.ts";
import type { Range } from "./quotations.ts";

const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const listMark = String.raw`(?:(?:[-*+]|\d+[.)])\s+)?`;
const tildes = new RegExp(String.raw`^\s*${listMark}(~{3,})`);
const fence = /`{3,}|"{3,}|'{3,}/g;
const quoted = new RegExp(String.raw`^\s*${listMark}(?:[>＞]|&gt;)`);
const indented = new RegExp(String.raw`^(?: {4}|\t)\s*(?!\s|[-*+]\s|\d+[.)])`);

/** Begins a mail that the person passes on. All below it was written by others. */
const titles = `
forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht
message transféré|message d['’]origine|mensaje reenviado|mensaje original
mensagem encaminhada|mensagem original|messaggio inoltrato|messaggio originale
doorgestuurd bericht|oorspronkelijk bericht|vidarebefordrat (?:meddelande|mejl)
ursprungligt meddelande|videresendt? (?:besked|meddelelse|melding|e-post)
(?:opprinnelig|oprindelig) (?:besked|meddelelse|melding|e-post)
(?:edelleen)?välitetty viesti|alkuperäinen viesti|przekazana wiadomość|wiadomość przekazana
(?:wiadomość )?oryginalna(?: wiadomość)?|přeposlaná zpráva|původní zpráva
(?:iletilen|yönlendirilmiş|orijinal|özgün) (?:mesaj|ileti|e-posta)
пересылаемое сообщение|исходное сообщение|переслане повідомлення|رسالة (?:معاد توجيهها|أصلية)
الرسالة الأصلية|הודעה (?:שהועברה|מקורית)|转发的?邮件|原始邮件|轉寄郵件|原始郵件
転送(?:された)?メッセージ|元のメッセージ|전달된 메시지|원본 (?:메시지|메일)`;
const passedOn = new RegExp(
  String.raw`^[\s*_=-]*(?:begin(?: of)? )?(?:${either(titles)})[\s*_=:-]*$`,
  "iu",
);

const verbs = `
wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|kirjoitti|napisał\\p{L}?(?:\\(a\\))?
napsal\\p{L}?(?:\\(a\\))?|yazdı|написал\\p{L}?|написав|пише|كتب|כתב`;
const wrote = new RegExp(
  String.raw`^\s*(?:on|am|le|el|il|em|op|den)\s.{0,200}\s(?:${either(verbs)})(?:\s.{0,80})?:\s*$`,
  "iu",
);
/** Without a time, as people write it. Time and sender in Chinese, Japanese and Korean. */
const saidBy = new RegExp(
  [
    String.raw`^.{1,200}\s(?:${either(verbs)})\s?:\s*$`,
    String.raw`^.{1,200}(?:写道|寫道|からのメッセージ|님이 작성)\s?[:：]\s*$`,
    String.raw`^\s*\d{4}.{1,200}<[^\s<>@]{1,64}@[^\s<>@]{1,255}>\s?[:：]\s*$`,
  ].join("|"),
  "iu",
);

const fields = `
from|to|cc|date|sent|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet|para|enviado
fecha|asunto|data|assunto|da|inviato|oggetto|van|aan|verzonden|onderwerp|från|till|skickat|ämne|fra
til|sendt|dato|emne|lähettäjä|vastaanottaja|lähetetty|päiväys|aihe|od|wysłano|temat|komu|odesláno
předmět|kimden|gönderen|kime|gönderildi|gönderme tarihi|tarih|konu|от|кому|отправлено|дата|тема|від
من|إلى|التاريخ|تاريخ الإرسال|الموضوع|מאת|אל|נשלח|תאריך|נושא|发件人|收件人|发送时间|日期|主题|寄件者|收件者|主旨
差出人|送信者|宛先|送信日時|日時|件名|보낸 ?사람|받는 ?사람|보낸 ?날짜|날짜|제목`;
const mailHeader = new RegExp(
  String.raw`^\s*\*{0,2}(?:${either(fields)})\s?\*{0,2}\s?[:：]\*{0,2}\s*\S`,
  "iu",
);
/** Beside one of the former, such as `Message-ID`. */
const otherHeader = /^[a-z]{1,30}(?:-[a-z0-9]{1,30}){1,5}:\s*\S/iu;

function either(lines: string): string {
  return lines.trim().split("\n").join("|");
}

/**
 * Returns what a person wrote in a message: without fenced and indented blocks, lines that are quoted
 * with `>`, elements such as `<mail>…</mail>`, and pasted mails, chats and records. What a block
 * contains may be written to end it early, so that everything from the first to the last mark of a
 * kind is left out, and everything below a paste that has no mark of its end.
 */
export function ownWords(message: string): string {
  const lines = linesBeforePaste(message.split(lineEnd));
  const text = lines.join("\n");
  return without(text, [
    ...linesOfOthers(lines),
    ...fencedBlocks(lines),
    ...elementsIn(text),
    ...enclosedIn(text),
  ]);
}

function linesBeforePaste(lines: readonly string[]): readonly string[] {
  const isFenced = fencedLines(lines);
  const mail = lines.findIndex((_line, index) => !isFenced[index] && beginsMail(lines, index));
  const ends = [mail, beginOfPaste(lines, isFenced)].filter((end) => end !== -1);
  return lines.slice(0, Math.min(...ends, lines.length));
}

function fencedLines(lines: readonly string[]): readonly boolean[] {
  const open = new Set<string>();
  return lines.map((line) => {
    const isFenced = open.size > 0;
    for (const { kind } of marksIn(line)) if (!open.delete(kind)) open.add(kind);
    return isFenced;
  });
}

function beginsMail(lines: readonly string[], index: number): boolean {
  const [line = "", next = ""] = lines.slice(index, index + 2);
  if (passedOn.test(line)) return true;
  const heads = [line, next];
  const isHead = heads.every((head) => mailHeader.test(head) || otherHeader.test(head));
  if (isHead && heads.some((head) => mailHeader.test(head))) return true;
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
    const isQuoted = quoted.test(line) || isMarkedAsQuoted(line);
    return isCode || isQuoted || isAttribution(line) ? [{ start, end }] : [];
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
  for (const [key, start] of opened) {
    const beginsLine = text.slice(text.lastIndexOf("\n", start) + 1, start).trim() === "";
    if (!ranges.has(key) && beginsLine) ranges.set(key, { start, end: text.length });
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
