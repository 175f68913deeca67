import type { MailContent } from "./mail-content.ts";
import { withoutLinks } from "./outside-words.ts";

/** Renders the plain text. Each line of the purpose begins with `>`. */
export function renderText({ heading, quote, facts, link, note }: MailContent): string {
  const quoted =
    quote === null ? [] : [`${quote.author} wrote:`, ...quote.lines.map((line) => `> ${line}`)];
  const sections = [[heading], quoted, facts.map(([name, value]) => `${name}: ${value}`)].filter(
    (lines) => lines.length > 0,
  );
  const text = sections.map((lines) => lines.join("\n")).join("\n\n");
  return `${withoutLinks(text)}\n\n${link.label}: ${link.url}\n\n${note}\n`;
}
