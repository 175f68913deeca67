import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** A document in the index. */
export interface IndexedDocument {
  readonly title: string;
  /** From the root. */
  readonly path: string;
  /** One sentence. */
  readonly about: string;
}

export interface Section {
  readonly title: string;
  readonly documents: readonly IndexedDocument[];
}

/** The index of the documents, from the root. */
export const indexPath = "docs/README.md";

/** The sections of the index, in the order of the site and of `llms.txt`. */
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

/** The decision and incident records, oldest first. They are listed by folder, not by the index. */
export function readRecords(root: string): readonly Section[] {
  return [
    { title: "Decisions", documents: readFolder(root, "docs/decisions") },
    { title: "Postmortems", documents: readFolder(root, "docs/postmortems") },
  ];
}

function readFolder(root: string, folder: string): readonly IndexedDocument[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .toSorted()
    .map((name) => ({
      title: titleOf(readFileSync(join(root, folder, name), "utf8")),
      path: `${folder}/${name}`,
      about: "",
    }));
}

export function titleOf(markdown: string): string {
  const [, title = ""] = /^# (.+)$/m.exec(markdown) ?? [];
  return title.replaceAll("`", "").trim();
}
