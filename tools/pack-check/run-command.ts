import { spawnSync } from "node:child_process";

/**
 * Runs a command. Returns its output if it failed and may fail, otherwise an empty text.
 *
 * @throws Error with its output, if it failed and must not.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  cwd: string,
  options: { readonly mayFail?: boolean; readonly environment?: NodeJS.ProcessEnv } = {},
): string | undefined {
  const run = spawnSync(command, args, {
    cwd,
    env: options.environment ?? process.env,
    encoding: "utf8",
    // The compiler's output for all entries can exceed the default of 1 MiB.
    maxBuffer: 256 * 1_048_576,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (run.status === 0) return undefined;
  const output = `${run.error?.message ?? ""}${run.stdout ?? ""}${run.stderr ?? ""}`.trim();
  if (options.mayFail === true) return output;
  throw new Error(`${command} ${args.join(" ")} failed:\n${output}`);
}
