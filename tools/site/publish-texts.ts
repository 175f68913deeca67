import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { llmsFullText } from "./llms-text.ts";

/**
 * Adds to the built site what is read as text: the Markdown of each page and the files to which pages
 * link, each at its path in the repository, and the guides in one text for language models. Of HTML
 * also the files to which it links.
 *
 * @param paths from the root.
 */
export function publishTexts(root: string, paths: readonly string[], site: string): void {
  const linked = paths
    .filter((path) => path.endsWith(".html"))
    .flatMap((page) => links(root, page));
  for (const path of [...paths, ...linked]) cpSync(join(root, path), join(site, path));
  writeFileSync(join(site, "llms-full.txt"), llmsFullText(root));
}

function links(root: string, page: string): readonly string[] {
  const found = readFileSync(join(root, page), "utf8").matchAll(/href="(?![a-z]+:)([^"#]+)"/g);
  return [...found].map(([, target = ""]) => join(dirname(page), target));
}
