import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Longer than any program takes to write what a test waits for. */
const patienceMs = 300_000;

/** A program that runs in a process of its own, without a terminal. */
export interface RunningProgram {
  /** The output so far, of both streams. */
  output(): string;
  /** Resolves with a match of the output; rejects if the program exits or five minutes pass without one. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  stop(signal: NodeJS.Signals): void;
  /** Null when a signal ended it. */
  readonly exitCode: Promise<number | null>;
}

/** Runs a file of this folder as `pnpm tour` and `pnpm start` do; `directory` is where it is run. */
export function runProgram(
  file: string,
  env: Record<string, string>,
  directory?: string,
): RunningProgram {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@agent-treasury/source", path], {
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ...env,
    },
    cwd: directory,
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A test that failed before it ended its program must not leave it running.
  onTestFinished(() => void child.kill("SIGKILL"));
  let written = "";
  const listeners = new Set<() => void>();
  const hear = (piece: Buffer): void => {
    written += piece.toString("utf8");
    for (const listener of listeners) listener();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return {
    output: () => written,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const give = (how: string) => (): void => {
          reject(new Error(`It ${how} without ${pattern}, having written:\n${written}`));
        };
        const late = setTimeout(give("went on for five minutes"), patienceMs);
        const look = (): void => {
          const match = pattern.exec(written);
          if (match === null) return;
          clearTimeout(late);
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        look();
        void exitCode.then(give("ended"), reject).finally(() => clearTimeout(late));
      }),
    stop: (signal) => child.kill(signal),
    exitCode,
  };
}
