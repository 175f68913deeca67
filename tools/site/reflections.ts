import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  type Application,
  type Context,
  Converter,
  type DeclarationReflection,
  type DocumentReflection,
  MinimalSourceFile,
  ReflectionKind,
  normalizePath,
} from "typedoc";
import type { Section } from "./contents.ts";
import type { PublicEntry } from "./public-entries.ts";

interface Named {
  readonly root: string;
  readonly sections: readonly Section[];
  /** Those of the sections that are each a folder. */
  readonly records: readonly Section[];
  readonly entries: readonly PublicEntry[];
}

/**
 * Gives documents the titles and groups of the index, in place of the names of their files, and
 * modules the names by which they are imported, with the README of their package.
 */
export function nameByContent(app: Application, { root, sections, records, entries }: Named): void {
  const documents = sections.flatMap((section) =>
    section.documents.map((document) => ({ ...document, group: section.title })),
  );
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, reflection: DocumentReflection) => {
    // Its name is its path as yet, from the folder that all have in common: the root, for the README is there.
    const document = documents.find(({ path }) => path === `${reflection.name}.md`);
    if (document === undefined) return;
    reflection.name = document.title;
    reflection.frontmatter["group"] = document.group;
    const folder = join(root, dirname(document.path));
    // On GitHub a link to a folder shows its README; that of the decisions, or of the postmortems, shows their list.
    const { files } = reflection.project;
    if (basename(document.path) === "README.md") {
      files.registerReflectionPath(normalizePath(folder), reflection);
    } else if (records.some(({ title }) => title === document.group)) {
      files.registerReflectionPath(normalizePath(folder), reflection.project);
    }
  });

  const bySource = new Map(entries.map((entry) => [normalizePath(entry.source), entry]));
  app.converter.on(
    Converter.EVENT_CREATE_DECLARATION,
    (context: Context, reflection: DeclarationReflection) => {
      if (!reflection.kindOf(ReflectionKind.Module)) return;
      const symbol = context.getSymbolFromReflection(reflection);
      const file = symbol?.declarations?.[0]?.getSourceFile().fileName;
      const entry = bySource.get(normalizePath(file ?? ""));
      if (entry === undefined) return;
      reflection.name = entry.name;
      const readme = join(entry.directory, "README.md");
      if (entry.name.split("/").length > 2 || !existsSync(readme)) return;
      const text = new MinimalSourceFile(readFileSync(readme, "utf8"), normalizePath(readme));
      const { files } = context.project;
      reflection.readme = app.converter.parseRawComment(text, files).content;
      files.registerReflectionPath(normalizePath(readme), reflection);
      files.registerReflectionPath(normalizePath(entry.directory), reflection);
    },
  );
}
