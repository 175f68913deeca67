import { spawn } from "node:child_process";
import { once } from "node:events";
import { CommandError } from "../command-error.ts";
import type { Output } from "../commands/output.ts";

/**
 * Runs a command of the app in its folder, and prints its output.
 *
 * @throws CommandError if it fails.
 */
export async function runInApp(
  directory: string,
  [program, ...words]: readonly [string, ...string[]],
  output: Output,
): Promise<void> {
  const child = spawn(program, words, { cwd: directory, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let complained = "";
  child.stdout.on("data", (piece: Buffer) => (printed += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (complained += piece.toString()));
  const code = await Promise.race([
    once(child, "close").then(([ended]) => ended as number | null),
    once(child, "error").then(([error]) => (error as Error).message),
  ]);
  if (code !== 0) {
    const command = [program, ...words].join(" ");
    const message = `The files are written, but this command failed (${code ?? "stopped"}): ${command}`;
    throw new CommandError(`${message}\n${(complained || printed).trim()}`);
  }
  if (printed.trim() !== "") output.printLines(printed.trim());
}
