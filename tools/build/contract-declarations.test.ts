import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractTypes } from "./contract-types.ts";
import { declarationText } from "./type-text.ts";

const contract = fileURLToPath(new URL("../../packages/contract", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "contract-declarations-"));

beforeAll(() => {
  symlinkSync(join(contract, "node_modules"), join(directory, "node_modules"));
  // In a process of its own, as in a build: this one loads modules that the build may not load.
  const writer = new URL("contract-declarations.ts", import.meta.url).href;
  const program = `import(${JSON.stringify(writer)}).then((loaded) =>
    loaded.writeContractDeclarations(${JSON.stringify(directory)}))`;
  execFileSync(process.execPath, ["--eval", program], { stdio: "inherit" });
});
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * The compiler's messages for the declarations and a file beside them. `check:types` checks what
 * they import.
 */
function problemsOf(text: string): readonly string[] {
  const file = join(directory, "file.ts");
  writeFileSync(file, text);
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2024,
    lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
  });
  const found = program
    .getSourceFiles()
    .filter(({ fileName }) => dirname(fileName) === directory)
    .flatMap((one) => [
      ...program.getSyntacticDiagnostics(one),
      ...program.getSemanticDiagnostics(one),
    ]);
  return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...found].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}

describe("the declarations of the contract", () => {
  it("compile, and have the types that the schemas infer", () => {
    const shapes = [...contractTypes(new Map()).keys()].filter(
      (name) => !name.endsWith("Arguments"),
    );
    const checks = shapes.map((name) => `true satisfies Same<Source.${name}, Built.${name}>;`);
    const problems = problemsOf(`
      import type * as Source from "${contract}/src/wire.ts";
      import type * as Built from "./index.js";
      import type {} from "./openapi.js";
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      ${checks.join("\n")}
      // @ts-expect-error -- A type that differs is reported.
      true satisfies Same<Source.Proposal, Built.LedgerEntry>;
    `);
    expect(shapes).toContain("Operations");
    expect(problems).toEqual([]);
  });

  it("are written for each entry of the package", () => {
    const manifest = readFileSync(join(contract, "package.json"), "utf8");
    const entries = [...manifest.matchAll(/"types": "\.\/dist\/(?<file>[^"]+)"/g)];
    const written = readdirSync(directory);
    expect(entries.length).toBeGreaterThan(3);
    for (const { groups } of entries) expect(written).toContain(groups?.["file"]);
  });

  it("have each description of a schema as JSDoc", () => {
    const text = readFileSync(join(directory, "treasury.d.ts"), "utf8");
    expect(text).toContain(
      "/** Spending limits of a workspace in USD. An amount equal to a limit is allowed. */\nexport interface Budget {",
    );
    expect(text).toMatch(
      /\/\*\* Maximum amount of one spend\. \*\/\n +maxSpendPerActionUsd: number;/,
    );
  });

  it("name every shape as an interface or a type, without zod", () => {
    const files = readdirSync(directory, { encoding: "utf8" }).filter((file) =>
      file.endsWith(".d.ts"),
    );
    const texts = files.map((file) => readFileSync(join(directory, file), "utf8"));
    const ids = [...contractTypes(new Map()).keys()];
    const missing = ids.filter(
      (id) => !texts.some((text) => new RegExp(`export (?:interface|type) ${id} `).test(text)),
    );
    expect(missing).toEqual([]);
    expect(texts.filter((text) => /z\.infer|z\.input|ZodObject/.test(text))).toEqual([]);
  });
});

describe("a declaration", () => {
  it("has optional fields, null, lists of unions, records and other fields in TypeScript's syntax", () => {
    const text = declarationText("Shape", {
      description: "A shape.",
      type: "object",
      properties: {
        name: { type: ["string", "null"], description: "Its name. */" },
        parts: { type: "array", items: { anyOf: [{ $ref: "#/x/Part" }, { type: "integer" }] } },
        data: { type: "object", additionalProperties: {} },
        empty: { type: "object", properties: {} },
        both: { allOf: [{ oneOf: [{ $ref: "#/A" }, { $ref: "#/B" }] }, { $ref: "#/C" }] },
        mode: { type: "string", enum: ["on", "off"] },
      },
      required: ["name", "data", "empty", "both", "mode"],
      additionalProperties: {},
    });
    expect(text).toBe(`/** A shape. */
export interface Shape {
  /** Its name. *\\/ */
  name: string | null;
  parts?: (Part | number)[] | undefined;
  data: Record<string, unknown>;
  empty: Record<string, never>;
  both: (A | B) & C;
  mode: "on" | "off";
  [field: string]: unknown;
}`);
  });
});
