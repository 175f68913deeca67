import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a run of the command left behind. */
export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const program = fileURLToPath(new URL("../bin.ts", import.meta.url));

/** Runs the command as a shell would. */
export function run(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--conditions=@agent-treasury/source", program, ...words],
      { env: { PATH: process.env["PATH"], ...env }, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}
