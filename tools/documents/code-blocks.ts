import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { guideBlocks } from "./guide-blocks.ts";

/** TypeScript of a document, compiled as one file. */
export interface DocumentCode {
  /** Relative to the root. */
  readonly document: string;
  /** The path of a file with this code, which determines its imports. */
  readonly path: string;
  readonly text: string;
}

/** Documents whose code imports other packages than the Express example's. */
const homes: Readonly<Record<string, string>> = {
  "docs/cap-what-an-agent-costs.md": "packages/meter-ai-sdk",
  "docs/mcp.md": "packages/mcp",
  "docs/observability.md": "packages/treasury-core",
  "docs/quick-start-next.md": "examples/next",
  "docs/sign-in-recipes.md": "packages/sign-in",
  "packages/server/README.md": "examples/express",
};

/** The READMEs of the root, the packages and the examples, and the guides. */
export function documentsWithCode(root: string): readonly string[] {
  const folders = ["packages", "examples"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  const guides = readdirSync(join(root, "docs")).map((name) => join("docs", name));
  const documents = ["README.md", ...folders.map((folder) => join(folder, "README.md")), ...guides];
  return documents.filter((path) => path.endsWith(".md") && existsSync(join(root, path)));
}

/**
 * The TypeScript blocks of a document. A block with a file name is that file. Other blocks without
 * an import continue the previous one.
 */
export function codeOf(root: string, document: string): readonly DocumentCode[] {
  const files: { name: string; text: string }[] = [];
  const blocks = guideBlocks(readFileSync(join(root, document), "utf8"));
  for (const { language, text, file } of blocks.filter((block) => /^tsx?$/.test(block.language))) {
    const last = files.at(-1);
    const goesOn = file === null && last !== undefined && !/^import /m.test(text);
    if (goesOn) last.text += `\n${text}`;
    else files.push({ name: file ?? `block-${files.length + 1}.${language}`, text });
  }
  const isReadme = basename(document) === "README.md" && document !== "README.md";
  const home = homes[document] ?? (isReadme ? join(document, "..") : "examples/express");
  const folder = join(root, home, `code-of-${basename(document, ".md")}`);
  return files.map(({ name, text }) => ({
    document,
    path: join(folder, name),
    text: `${text}\nexport {};\n`,
  }));
}
