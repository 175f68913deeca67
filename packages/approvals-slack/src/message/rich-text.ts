import type { TextPart } from "@agent-treasury/approval-messages";
import type {
  RichTextBlock,
  RichTextDate,
  RichTextList,
  RichTextQuote,
  RichTextSection,
  RichTextText,
} from "@slack/types";

/**
 * Text and dates. Slack shows them literally, so that texts of agents cannot contain links, mentions
 * or formatting.
 */
export type Span = RichTextText | RichTextDate;

export function span(text: string): Span {
  return { type: "text", text: text === "" ? " " : text };
}

export function bold(text: string): Span {
  return { type: "text", text, style: { bold: true } };
}

/** A time in the time zone of each reader. */
function date(iso: string): Span {
  const timestamp = Math.floor(Date.parse(iso) / 1_000);
  return { type: "date", timestamp, format: "{date_short_pretty} at {time}", fallback: iso };
}

export function spansOf(parts: readonly TextPart[]): readonly Span[] {
  return parts.map((part) => (typeof part === "string" ? span(part) : date(part.time)));
}

export function section(spans: readonly Span[]): RichTextSection {
  return { type: "rich_text_section", elements: [...spans] };
}

export function quote(text: string): RichTextQuote {
  return { type: "rich_text_quote", elements: [span(text)] };
}

export function list(items: readonly string[]): RichTextList {
  return {
    type: "rich_text_list",
    style: "bullet",
    elements: items.map((item) => section([span(item)])),
  };
}

export function richText(elements: RichTextBlock["elements"]): RichTextBlock {
  return { type: "rich_text", elements };
}

/** The spans without their style, for notifications. */
export function plain(spans: readonly Span[]): string {
  return spans.map((part) => (part.type === "date" ? part.fallback : part.text)).join("");
}
