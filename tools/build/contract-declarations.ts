import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { contractTypes } from "./contract-types.ts";

/** Types that the source declares completely, because their JSON Schema has fewer fields. */
const declaredByHand: ReadonlySet<string> = new Set(["WrittenRuleSet"]);

const contract = fileURLToPath(new URL("../../packages/contract", import.meta.url));

/**
 * Writes the declarations of the contract. The source infers its types from zod schemas, whose
 * expansion editors would show without descriptions. Each shape therefore becomes an interface with
 * JSDoc, and the internal schemas are omitted.
 */
export function writeContractDeclarations(directory: string): void {
  const entries = entrySources();
  const program = ts.createProgram(entries, compilerOptions(directory));
  const types = contractTypes(parsedInputs(program));
  const { diagnostics } = program.emit(undefined, (file, text) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, withTypes(text, types));
  });
  const [problem] = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problem === undefined) return;
  throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
}

/** The sources of the entries that the manifest names. */
function entrySources(): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(contract, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, Readonly<Record<string, string>> | string>>;
  };
  return Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [] : join(contract, entry["@agent-treasury/source"] ?? ""),
  );
}

function compilerOptions(outDir: string): ts.CompilerOptions {
  const path = join(contract, "tsconfig.source.json");
  const config = ts.readConfigFile(path, (file) => ts.sys.readFile(file));
  const parsed = ts.parseJsonConfigFileContent(config.config, ts.sys, contract, {}, path);
  const { tsBuildInfoFile: _unused, ...options } = parsed.options;
  const rootDir = join(contract, "src");
  const written = { noEmit: false, emitDeclarationOnly: true, incremental: false };
  return { ...options, ...written, outDir, rootDir };
}

/** The type of each operation's parsed input, because zod cannot write the type of a transform. */
function parsedInputs(program: ts.Program): ReadonlyMap<string, string> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(contract, "src/routes.ts"));
  const [operations] =
    source?.statements.filter(
      (one): one is ts.TypeAliasDeclaration =>
        ts.isTypeAliasDeclaration(one) && one.name.text === "Operations",
    ) ?? [];
  if (operations === undefined) throw new Error("The contract's routes declare no `Operations`.");
  const texts = new Map<string, string>();
  for (const operation of checker.getTypeAtLocation(operations).getProperties()) {
    const parsed = checker.getTypeOfSymbol(operation).getProperty("parsed");
    if (parsed === undefined) continue;
    const type = checker.getTypeOfSymbol(parsed);
    texts.set(
      operation.name,
      checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation),
    );
  }
  return texts;
}

/** Replaces inferred types, and removes schemas and other internal declarations. */
function withTypes(text: string, types: ReadonlyMap<string, string>): string {
  const file = ts.createSourceFile("file.d.ts", text, ts.ScriptTarget.ES2024, true);
  const statements = file.statements.map((statement) => {
    const whole = statement.getFullText();
    if (isImportOrExport(statement)) return whole.replace(/\.ts(?=";)/, ".js");
    if (!/^export\b/.test(statement.getText())) return "";
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      const { text: name } = statement.name;
      const type = declaredByHand.has(name) ? undefined : types.get(name);
      return type === undefined ? whole : whole.replace(statement.getText(), () => type);
    }
    // A file that imports schemas alone has their types by `import("zod")`.
    const zodType = /(?:\bz|import\("zod"\))\.(?:Zod(?!Type\b)|core)/;
    const isSchema = ts.isVariableStatement(statement) && zodType.test(whole);
    return isSchema ? "" : whole;
  });
  const written = `${statements.join("").trim()}\n`;
  return importsOf(written, types) + written;
}

function isImportOrExport(statement: ts.Statement): boolean {
  return ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
}

function importsOf(text: string, types: ReadonlyMap<string, string>): string {
  const code = text.replaceAll(/\/\*\*.*?\*\/|"[^"\n]*"/gs, "");
  const isDeclared = (name: string): boolean =>
    new RegExp(`\\b(?:(?:interface|type) ${name}\\b|import .*\\b${name}\\b)`).test(code);
  const names = [...types.keys()].filter(
    (name) => new RegExp(`\\b${name}\\b`).test(code) && !isDeclared(name),
  );
  return names.length === 0 ? "" : `import type { ${names.join(", ")} } from "./shapes.js";\n`;
}
