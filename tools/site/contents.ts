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

/** Pages that commands of this repository generate. */
const generated = ["test-suites/requirements.md", "bench/results.md"];

/** Pages outside of the index: generated ones, and records of decisions and incidents by date. */
export function readRecords(root: string): readonly Section[] {
  return [
    { title: "Generated", documents: generated.map((path) => unindexed(root, path)) },
    { title: "Decisions", documents: readFolder(root, "docs/decisions") },
    { title: "Postmortems", documents: readFolder(root, "fault-injection/postmortems") },
  ];
}

function readFolder(root: string, folder: string): readonly IndexedDocument[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .toSorted()
    .map((name) => unindexed(root, `${folder}/${name}`));
}

function unindexed(root: string, path: string): IndexedDocument {
  return { title: titleOf(readFileSync(join(root, path), "utf8")), path, about: "" };
}

export function titleOf(markdown: string): string {
  const [, title = ""] = /^# (.+)$/m.exec(markdown) ?? [];
  return title.replaceAll("`", "").trim();
}
