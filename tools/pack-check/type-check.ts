import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./run-command.ts";

const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

const flags =
  "--noEmit --strict --pretty false --skipLibCheck false --module nodenext " +
  "--target es2024 --lib es2024 --types node";

/**
 * Type-checks a program that imports every entry, and our declarations with it. What is wrong within
 * other people's declarations is not told.
 */
export function checkTypes(entries: readonly string[], project: string): string[] {
  const imports = entries.map((entry, index) => `export * as entry${index} from "${entry}";`);
  writeFileSync(join(project, "program.mts"), `${imports.join("\n")}\n`);
  const output = runCommand(
    process.execPath,
    [compiler, ...flags.split(" "), "program.mts"],
    project,
    { mayFail: true },
  );
  return (output ?? "")
    .split("\n")
    .filter((line) => /^(program\.mts|error|.*@agent-treasury\/)/.test(line))
    .map((line) => `types: ${line}`);
}
