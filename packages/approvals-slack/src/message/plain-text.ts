import type { PlainTextElement } from "@slack/types";

/** Text that Slack shows as it is, without formatting, links, mentions or emoji. */
export function plainText(text: string, maximum: number): PlainTextElement {
  return { type: "plain_text", text: shortened(oneLine(text), maximum), emoji: false };
}

/** Escapes text for fields that Slack formats, so that it contains no links or mentions. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

export function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  return `${text.slice(0, maximum - 1).toWellFormed()}…`;
}

/** Joins a list for a sentence: "Ada, Bob and Cy". */
export function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
