import type { MailContent } from "./mail-content.ts";
import { withoutLinks } from "./outside-words.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Renders HTML without scripts, images or anything else to load. */
export function renderHtml({ heading, quote, facts, link, note }: MailContent): string {
  const shown = (text: string): string => escapeHtml(withoutLinks(text));
  const quoted =
    quote === null
      ? ""
      : `<p>${shown(quote.author)} wrote:</p><blockquote dir="auto" style="margin:0 0 16px;padding-left:12px;border-left:3px solid #999">${quote.lines.map(shown).join("<br>")}</blockquote>`;
  const rows = facts
    .map(
      ([name, value]) =>
        `<tr><th scope="row" style="padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:normal;opacity:.7">${shown(name)}</th><td dir="auto">${shown(value)}</td></tr>`,
    )
    .join("");
  const url = escapeHtml(link.url);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${shown(heading)}</title></head>
<body style="font:15px/1.5 system-ui,sans-serif">
<h1 style="font-size:18px">${shown(heading)}</h1>
${quoted}
<table style="border-spacing:0">${rows}</table>
<p><a href="${url}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#1f6f4a;color:#fff;text-decoration:none">${shown(link.label)}</a></p>
<p style="font-size:13px">${shown(note)}</p>
</body></html>
`;
}
