import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TrustedWitnesses } from "./receipt-report.ts";

const folder = fileURLToPath(new URL("../../../examples/python/receipts/", import.meta.url));

/** Runs a program of `examples/python/receipts` with files, and returns the JSON lines that it prints. */
export function runPython(
  program: string,
  files: Readonly<Record<string, string>>,
  argumentsOf: (pathOf: (name: string) => string) => readonly string[],
): readonly unknown[] {
  const directory = mkdtempSync(join(tmpdir(), "receipts-"));
  try {
    const pathOf = (name: string): string => join(directory, name);
    for (const [name, text] of Object.entries(files)) writeFileSync(pathOf(name), text);
    const words = [join(folder, program), ...argumentsOf(pathOf)];
    const { stdout, stderr } = spawnSync("python3", words, { encoding: "utf8" });
    if (stderr !== "") throw new Error(stderr);
    return stdout
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The answers of the Python verifier, for each receipt. */
export function verifiedByPython(
  receipts: readonly string[],
  keys: unknown,
  { cosigned, witnesses = [] }: TrustedWitnesses = {},
): readonly { readonly valid: boolean; readonly withheld?: readonly string[] }[] {
  const files = {
    receipts: receipts.join("\n"),
    keys: JSON.stringify(keys),
    ...(cosigned !== undefined && { cosigned }),
  };
  return runPython("verify_receipt.py", files, (pathOf) => [
    pathOf("receipts"),
    "--keys",
    pathOf("keys"),
    ...(cosigned === undefined ? [] : ["--cosigned", pathOf("cosigned")]),
    ...witnesses.flatMap((witness) => ["--witness", witness]),
  ]) as { valid: boolean }[];
}
