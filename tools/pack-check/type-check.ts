import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf } from "../documents/code-blocks.ts";
import { runCommand } from "./run-command.ts";

const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

const flags =
  "--noEmit --strict --exactOptionalPropertyTypes --pretty false --skipLibCheck false --module nodenext " +
  "--target es2024 --lib es2024 --types node";

/** Documents with code for an app with the packages and Express. */
const pasted = ["README.md", "packages/adapter-express/README.md", "packages/sdk-client/README.md"];

/**
 * Type-checks a program that imports every entry, the documents' code and our declarations. Ignores
 * errors in third-party declarations and missing modules of the reader.
 */
export function checkTypes(root: string, entries: readonly string[], project: string): string[] {
  const imports = entries.map((entry, index) => `export * as entry${index} from "${entry}";`);
  const programs = new Map([["program-entries.mts", imports.join("\n")]]);
  for (const { text } of pasted.flatMap((document) => codeOf(root, document))) {
    programs.set(`program-${programs.size}.mts`, text);
  }
  for (const [name, text] of programs) writeFileSync(join(project, name), `${text}\n`);
  const output = runCommand(
    process.execPath,
    [compiler, ...flags.split(" "), ...programs.keys()],
    project,
    { mayFail: true },
  );
  return (output ?? "")
    .split("\n")
    .filter((line) => /^(program-|error|.*@agent-treasury\/)/.test(line))
    .filter((line) => !/TS2307: Cannot find module '\.\//.test(line))
    .map((line) => `types: ${line}`);
}
