import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { API, type Diagnostic } from "typescript-7/unstable/sync";
import type { DocumentCode } from "./code-blocks.ts";

type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const cannotFindModule = 2307;

/**
 * Returns the problems that the native compiler finds by document, with the types of Node and of browsers.
 * It does not check what the code imports.
 */
export function problemsIn(root: string, code: readonly DocumentCode[]): readonly string[] {
  const options = {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    jsx: "react-jsx",
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    module: "nodenext",
    allowImportingTsExtensions: true,
    customConditions: ["@agent-treasury/source"],
    paths: workspacePackages(root),
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const texts = new Map(code.map(({ path, text }) => [path, text]));
  // As bundlers do.
  texts.set(join(root, "style-sheets.d.ts"), 'declare module "*.css";');
  const config = join(root, "code-of-documents.json");
  const files = [...texts.keys()];
  texts.set(config, JSON.stringify({ compilerOptions: options, files }));
  const folders = new Set(files.map((path) => dirname(path)));
  const api = new API({
    cwd: root,
    // Undefined for what is on the disk.
    fs: {
      readFile: (path) => texts.get(path),
      fileExists: (path) => texts.has(path) || undefined,
      directoryExists: (path) => folders.has(path) || undefined,
    },
  });
  try {
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
    if (program === undefined) throw new Error("The compiler did not open the code.");
    const ofAll = program.getProgramDiagnostics().map(messageOf);
    const ofEach = code.flatMap(({ document, path }) =>
      [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)]
        .filter((diagnostic) => !isReadersOwnModule(diagnostic))
        .map((diagnostic) => `${document}: ${messageOf(diagnostic)}`),
    );
    return [...ofAll, ...ofEach];
  } finally {
    api.close();
  }
}

function messageOf({ text, messageChain = [] }: Diagnostic): string {
  return [text, ...messageChain.map(messageOf)].join("\n");
}

/** A document may import a module that its reader writes. */
function isReadersOwnModule({ code, text }: Diagnostic): boolean {
  return code === cannotFindModule && text.includes("module './");
}

/** The source paths of our packages by import. */
function workspacePackages(root: string): Record<string, string[]> {
  const paths: Record<string, string[]> = {};
  for (const folder of readdirSync(join(root, "packages"))) {
    const directory = join(root, "packages", folder);
    const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as {
      readonly name: string;
      readonly exports: Exports;
    };
    for (const [entry, target] of Object.entries(manifest.exports)) {
      const source = typeof target === "string" ? undefined : target["@agent-treasury/source"];
      if (source !== undefined) paths[manifest.name + entry.slice(1)] = [join(directory, source)];
    }
  }
  return paths;
}
