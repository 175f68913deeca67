import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** A document, as the index of the documents has it. */
export interface IndexedDocument {
  readonly title: string;
  /** From the root. */
  readonly path: string;
  /** One sentence. */
  readonly about: string;
}

/** A part of the index. */
export interface Section {
  readonly title: string;
  readonly documents: readonly IndexedDocument[];
}

/** The index of the documents, from the root. */
export const indexPath = "docs/README.md";

/** The sections of the index, in its order: the order of the site and of `llms.txt`. */
export function readIndex(root: string): readonly Section[] {
  const [, ...parts] = readFileSync(join(root, indexPath), "utf8").split(/^## /m);
  return parts.map((part) => {
    const [title = ""] = part.split("\n", 1);
    const documents = [...part.matchAll(/^- \[(.+?)\]\((.+?)\): (.+)$/gm)].map(
      ([, name = "", path = "", about = ""]) => ({
        title: name,
        path: join(dirname(indexPath), path),
        about,
      }),
    );
    return { title, documents };
  });
}

/** Decisions, oldest first. */
export function readDecisions(root: string): readonly IndexedDocument[] {
  const folder = "docs/decisions";
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => ({
      title: titleOf(readFileSync(join(root, folder, name), "utf8")),
      path: `${folder}/${name}`,
      about: "",
    }));
}

/** The first heading of a document. */
export function titleOf(markdown: string): string {
  const [, title = ""] = /^# (.+)$/m.exec(markdown) ?? [];
  return title.replaceAll("`", "").trim();
}
