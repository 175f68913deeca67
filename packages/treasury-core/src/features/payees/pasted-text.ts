import type { Range } from "./quotations.ts";

/** A sign that opens a line of a paste stands near its start. */
const longestHead = 200;

const listMark = String.raw`\s*(?:[-*+•]\s+)?`;
const date = String.raw`\d{1,4}[-./]\d{1,2}[-./]\d{1,4}`;
const clock = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?:\s?[ap]\.?m\b\.?)?`;
const name = String.raw`\S{1,40}(?:\s\S{1,40}){0,3}`;
/** A person does not type these lines, so that another one wrote them and, possibly, all below. */
const heads = new RegExp(
  [
    // Chats and logs, with the time first or behind a name.
    String.raw`^\s*[[(](?:${date}[,\sT]+)?${clock}[^\])]{0,20}[\])]`,
    String.raw`^\s*${date}[,\sT]+${clock}`,
    String.raw`^\s*${clock}\s+(?:[-–—]\s+)?(?:<|[^\s:]{1,40}(?:\s[^\s:]{1,40}){0,3}:\s)`,
    String.raw`^\s*${name}\s*(?:[—–|•([,]|\s\s)\s*(?:(?:today|yesterday)\s+at\s+)?(?:${date}[,\s]+)?${clock}[\])]?\s*(?::|\s|$)`,
    // Rules, titles between rules, and marks of a beginning.
    String.raw`^\s*([-=*_#+─━═—–])(?:\s?\1){2,}\s*$`,
    String.raw`^\s*(?:={2,}|-{3,}|\*{3,}|_{3,}|\+{3,}|[─━═—–]{2,})\s?\S`,
    String.raw`^[^\p{L}\p{N}]{0,10}(?:begin|start)(?:ning)? of\s`,
    String.raw`^[^\p{L}\p{N}]{0,10}[[<({*]\s?(?:begin|start)(?![\p{L}\p{N}])`,
    // The sender of a mail.
    String.raw`^\s*\*{0,2}(?:from|von|de|da|van|från|fra|od|от|від|发件人|差出人)\s?\*{0,2}\s?[:：].{0,100}[^\s<>@]@[^\s<>@]`,
    // Settings.
    String.raw`^\s*[a-z_][\w.-]{0,60}(?:=|\s=\s)\s?[^\s=]`,
  ].join("|"),
  "iu",
);
const nameAndTime = new RegExp(
  String.raw`^\s*(?:\p{Lu}\S{0,40}\s){1,3}\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?\s*$`,
  "u",
);

/**
 * Returns the number of the line at which a pasted text of a usual form begins, such as a chat, a log
 * or a record. Its author can write anything below, also what looks like its end.
 */
export function beginOfPaste(lines: readonly string[], isEnclosed: readonly boolean[]): number {
  const short = lines.map((line) => line.slice(0, longestHead));
  const speakers = speakersIn(short);
  return short.findIndex((line, index) => {
    if (isEnclosed[index] === true) return false;
    if (heads.test(line) || nameAndTime.test(line) || speakers.has(labelOf(line))) return true;
    return isRow(line, short[index + 1] ?? "") || isRecord(short, index);
  });
}

const label = new RegExp(
  String.raw`^${listMark}[*_]{0,2}(\p{L}[\p{L}\p{M}\p{N} ._'’-]{0,30})[*_]{0,2}\s?[:：][*_]{0,2}\s*\S`,
  "u",
);
const roles = new Set(["user", "human", "assistant", "system", "ai", "bot"]);

function labelOf(line: string): string {
  return label.exec(line)?.[1]?.trim().toLowerCase() ?? "";
}

/** Labels that stand twice, and those of two roles. Fields of a form stand once. */
function speakersIn(lines: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const speakers = new Set<string>();
  for (const one of lines.map(labelOf)) {
    if (one !== "" && found.has(one)) speakers.add(one);
    found.add(one);
  }
  const named = [...roles].filter((role) => found.has(role));
  return new Set([...speakers, ...(named.length > 1 ? named : [])]);
}

/** Whether two lines have the same separators, most of them without a space behind them. */
function isRow(line: string, next: string): boolean {
  return [",", ";"].some((separator) => {
    const count = line.split(separator).length - 1;
    const spaced = line.split(`${separator} `).length - 1;
    return count > 1 && spaced * 2 < count && next.split(separator).length - 1 === count;
  });
}

const field = /^(\s*)(- +)?([A-Za-z_][\w.-]{0,60}):(?:\s|$)/;
const joinedWords = /[\p{L}\d]_[\p{L}\d]|\p{Ll}\p{Lu}/u;
const longestRun = 50;

/** Whether fields begin here of which one is indented, or is named as in a program. */
function isRecord(lines: readonly string[], index: number): boolean {
  const [, margin = "", dash = ""] = field.exec(lines[index] ?? "") ?? [];
  for (const line of lines.slice(index, index + longestRun)) {
    const [found, indent = "", mark = "", key = ""] = field.exec(line) ?? [];
    if (found === undefined) return false;
    if (joinedWords.test(key)) return true;
    if (mark === "" && indent.length > margin.length + Math.min(dash.length, 1)) return true;
  }
  return false;
}

const quoted = /^\s*(?:[|¦│┃║▌▍▎┆┊]|\p{L}{1,12}>\s|[›»][^‹«]*$)|\S\t+\S/u;

/** Whether the line has a mark of a quotation, or cells of a table. */
export function isMarkedAsQuoted(line: string): boolean {
  return quoted.test(line);
}

const opened = /[{[]\s*["'{[]|[{]\s*\w+\s*:|<</u;

/** Objects and lists of programs, and what stands between double angles: from the first to the last. */
export function enclosedIn(text: string): readonly Range[] {
  const start = text.search(opened);
  if (start < 0) return [];
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"), text.lastIndexOf(">>") + 1);
  return [{ start, end: end > start ? end + 1 : text.length }];
}
