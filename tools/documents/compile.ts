import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import type { DocumentCode } from "./code-blocks.ts";

type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const cannotFindModule = 2307;

/** Returns the compiler's problems by document, with the types of Node and of browsers. */
export function problemsIn(root: string, code: readonly DocumentCode[]): readonly string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    jsx: ts.JsxEmit.ReactJSX,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    customConditions: ["@agent-treasury/source"],
    paths: workspacePackages(root),
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const texts = new Map(code.map(({ path, text }) => [path, text]));
  // As bundlers do.
  texts.set(join(root, "style-sheets.d.ts"), 'declare module "*.css";');
  const folders = new Set([...texts.keys()].map((path) => dirname(path)));
  const { fileExists, readFile, directoryExists } = host;
  host.directoryExists = (path) => folders.has(path) || (directoryExists?.(path) ?? true);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  const program = ts.createProgram([...texts.keys()], options, host);
  return code.flatMap(({ document, path }) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      .filter((diagnostic) => !isReadersOwnModule(diagnostic))
      .map(
        (diagnostic) =>
          `${document}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n")}`,
      );
  });
}

/** A document may import a module that its reader writes. */
function isReadersOwnModule({ code, messageText }: ts.Diagnostic): boolean {
  const text = ts.flattenDiagnosticMessageText(messageText, "\n");
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
