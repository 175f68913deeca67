import { oneLine, shortened } from "@agent-treasury/approval-messages";
import type { PlainTextElement } from "@slack/types";

/** Text that Slack shows as it is, without formatting, links, mentions or emoji. */
export function plainText(text: string, maximum: number): PlainTextElement {
  return { type: "plain_text", text: shortened(oneLine(text), maximum), emoji: false };
}

/** Escapes text for fields that Slack formats, so that it contains no links or mentions. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
