import { closesEarlierText } from "./closes-earlier-text.ts";
import { malformedReason } from "./malformed-reason.ts";
import type { MarkupEvent } from "./markup-event.ts";
import { maxSourceCharacters } from "./markup-limits.ts";

interface Block {
  readonly begin: number;
  readonly end: number;
  /** Why its calls do not run, if they may be part of something else. */
  readonly doubt: string | null;
}

const earlier =
  "Other text follows it, so it may be a draft or a quotation. Only the calls at the end of an answer are run. Repeat it there if you mean it.";
const enclosed =
  "The text after it closes something that was opened before it, so it may be a part of a thought or of a quotation. Repeat it at the end of your answer if you mean it.";
const cutOff =
  "The answer was cut off after it, so it may be a draft. Repeat it at the end of a shorter answer if you mean it.";

/**
 * Replaces calls with effects outside of the last block of calls, because they may be drafts in a
 * thought, or quotations. The forms of thoughts are unlimited, so the position decides. The first of
 * them becomes malformed, and the others are left out: they are reported to the model once.
 */
export function onlyLastBlock(
  markup: readonly MarkupEvent[],
  isCut: boolean,
  hasEffect: (toolName: string) => boolean,
): readonly MarkupEvent[] {
  const isEffect = (event: MarkupEvent): boolean => event.kind === "call" && hasEffect(event.name);
  const block = markup.some(isEffect) ? lastBlock(markup, isCut) : null;
  if (block === null) return markup;
  const isHeld = (event: MarkupEvent, index: number): boolean =>
    isEffect(event) && !runs(block, index);
  const held = markup.filter(isHeld);
  if (held.length === 0) return markup;
  const first = markup.findIndex(isHeld);
  const report = reportOf(held, first < block.begin ? earlier : (block.doubt ?? earlier));
  return markup.flatMap((event, index) => {
    if (!isHeld(event, index)) return [event];
    return index === first ? [report] : [];
  });
}

function runs({ begin, end, doubt }: Block, index: number): boolean {
  return doubt === null && index >= begin && index <= end;
}

function lastBlock(markup: readonly MarkupEvent[], isCut: boolean): Block | null {
  const end = markup.findLastIndex(isCall);
  if (end === -1) return null;
  let begin = end;
  for (let index = end; index >= 0 && joins(markup[index]); index -= 1) {
    if (isCall(markup[index])) begin = index;
  }
  const after = proseOf(markup.slice(end + 1));
  if (isCut && markup.slice(end + 1).some((event) => !isBlank(event))) {
    return { begin, end, doubt: cutOff };
  }
  const isEnclosed = closesEarlierText(proseOf(markup.slice(0, begin)), after);
  return { begin, end, doubt: isEnclosed ? enclosed : null };
}

/** Whitespace, fences and marks of a list do not separate calls. */
const separator = /[\s,;*+•-]|\d{1,6}[.)]\s|```[a-z]{0,20}/g;

function joins(event: MarkupEvent | undefined): boolean {
  return event?.kind === "text" ? event.text.replace(separator, "") === "" : isCall(event);
}

/** A response that the model invented separates calls like prose. */
function isCall(event: MarkupEvent | undefined): boolean {
  if (event?.kind === "malformed") return event.reason !== malformedReason.response;
  return event?.kind === "call";
}

function isBlank(event: MarkupEvent): boolean {
  return event.kind === "text" && event.text.trim() === "";
}

function proseOf(events: readonly MarkupEvent[]): string {
  return events.map((event) => (event.kind === "text" ? event.text : "\n")).join("");
}

function reportOf(held: readonly MarkupEvent[], why: string): MarkupEvent {
  const calls = held.flatMap((event) =>
    event.kind === "call" ? [`${event.name} ${JSON.stringify(event.arguments)}`] : [],
  );
  const source = calls.join("\n").slice(0, maxSourceCharacters).toWellFormed();
  const names = [...new Set(held.map((event) => (event.kind === "call" ? event.name : "")))];
  const count = calls.length === 1 ? "This call" : `Each of these ${calls.length} calls`;
  const reason = `${count} (${names.join(", ").slice(0, maxSourceCharacters)}) was not run. ${why}`;
  return { kind: "malformed", reason, source };
}
