import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { llmsFullText } from "./llms-text.ts";

/**
 * Adds to the built site what is read as text: the Markdown of each page and the files to which pages
 * link, each at its path in the repository, and the guides in one text for language models.
 *
 * @param paths from the root.
 */
export function publishTexts(root: string, paths: readonly string[], site: string): void {
  for (const path of paths) cpSync(join(root, path), join(site, path));
  writeFileSync(join(site, "llms-full.txt"), llmsFullText(root));
}
