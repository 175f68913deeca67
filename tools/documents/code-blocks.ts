import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** TypeScript of a document, to be compiled as one file. */
export interface DocumentCode {
  /** The document, from the root. */
  readonly document: string;
  /** Where a file with this code would lie, so that its imports are found. */
  readonly path: string;
  readonly text: string;
}

/** Guides whose code is compiled, and the package that has what they use. */
const guides: Readonly<Record<string, string>> = {
  "docs/observability.md": "packages/treasury-core",
};

/** The READMEs of the root, the packages and the examples, and the guides. */
export function readmes(root: string): readonly string[] {
  const folders = ["packages", "examples"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  const documents = ["README.md", ...folders.map((folder) => join(folder, "README.md"))];
  return [...documents, ...Object.keys(guides)].filter((path) => existsSync(join(root, path)));
}

/** The TypeScript blocks of a document. One without an import goes on from the one before it. */
export function codeOf(root: string, document: string): readonly DocumentCode[] {
  const markdown = readFileSync(join(root, document), "utf8");
  const blocks = [...markdown.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(
    ([, text]) => text ?? "",
  );
  const files: string[] = [];
  for (const block of blocks) {
    const goesOn = files.length > 0 && !/^import /m.test(block);
    files.push(goesOn ? `${files.pop() ?? ""}\n${block}` : block);
  }
  // The root has no dependencies of its own; the Express example has what its README uses.
  const own = document === "README.md" ? "examples/express" : join(document, "..");
  const folder = guides[document] ?? own;
  return files.map((text, index) => ({
    document,
    path: join(root, folder, `readme-block-${index + 1}.ts`),
    text: `${text}\nexport {};\n`,
  }));
}
