import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the document's relative links that lead to no file or heading. The site has no folders. */
export function deadLinks(root: string, document: string): readonly string[] {
  const markdown = readFileSync(join(root, document), "utf8");
  return linksIn(markdown)
    .filter((link) => !/^[a-z]+:/i.test(link))
    .filter((link) => !leadsSomewhere(root, document, link))
    .map((link) => `${document}: ${link}`);
}

/** Returns the targets of a text's links and images outside of code. */
export function linksIn(markdown: string): readonly string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "`code`");
  return [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(([, link = ""]) => link);
}

function leadsSomewhere(root: string, document: string, link: string): boolean {
  const [path = "", heading] = link.split("#", 2);
  const target = path === "" ? join(root, document) : join(root, dirname(document), path);
  if (statSync(target, { throwIfNoEntry: false })?.isFile() !== true) return false;
  if (heading === undefined) return true;
  return target.endsWith(".md") && headingsOf(readFileSync(target, "utf8")).has(heading);
}

/** The anchors of a document's headings on GitHub and on the site. */
function headingsOf(markdown: string): ReadonlySet<string> {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, "");
  const seen = new Map<string, number>();
  return new Set(
    [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
      const name = anchorOf(heading);
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      return count === 0 ? name : `${name}-${count}`;
    }),
  );
}

/** The anchor of the first heading with this text, as on GitHub. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}
