import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { outputTo } from "./output.ts";
import { runCommand } from "./run-command.ts";

/** The result of a command. */
export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Settings = Readonly<Record<string, string>>;

/** Runs the command in this process, because loading its modules takes longer than most tests. */
export async function run(words: readonly string[], env: Settings = {}): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  const output = outputTo(
    (lines) => (stdout += lines),
    (lines) => (stderr += lines),
  );
  const exitCode = await runCommand(words, env, output);
  return { exitCode, stdout, stderr };
}

const program = fileURLToPath(new URL("../bin.ts", import.meta.url));

/** Longer than any command of a test takes. */
const longestMs = 110_000;

/**
 * Runs the command as a shell would.
 *
 * @throws Error with its output, if it was killed.
 */
export function runProgram(words: readonly string[], env: Settings = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ["--conditions=@agent-treasury/source", program, ...words],
      {
        env: {
          PATH: process.env["PATH"],
          NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
          ...env,
        },
        maxBuffer: 2 ** 26,
        timeout: longestMs,
        killSignal: "SIGKILL",
      },
      (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : error.code;
        if (typeof exitCode === "number") {
          resolve({ exitCode, stdout, stderr });
          return;
        }
        const how = error?.signal ?? exitCode;
        const written = `${stdout}${stderr}`;
        reject(new Error(`${words.join(" ")} was killed (${how}). Output:\n${written}`));
      },
    );
  });
}
