import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { bundleScript } from "../../../tools/build/bundle-script.ts";

const sourcePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const bundlesPath = sourcePath("../node_modules/.cache/fixtures");

/** Longer than any of these processes runs. */
const longestMs = 110_000;

/** A process of a test, and its exit. */
export interface FixtureProcess {
  readonly child: ChildProcess;
  /** The output so far. */
  output(): string;
  /** Resolves when it has exited and its output is complete. Rejects after the timeout. */
  readonly ended: Promise<{ readonly signal: string | null; readonly exitCode: number | null }>;
}

/**
 * Runs a fixture of this directory as a separate process, bundled. It ends with the test at the
 * latest.
 */
export function runFixture(name: string, ...values: readonly string[]): FixtureProcess {
  const bundle = bundleScript(sourcePath(`./${name}.fixture.ts`), bundlesPath);
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", bundle, ...values],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  onTestFinished(() => void child.kill("SIGKILL"));
  const tooLong = AbortSignal.timeout(longestMs);
  tooLong.addEventListener("abort", () => child.kill("SIGKILL"));
  const ended = once(child, "close").then(() => {
    if (tooLong.aborted) throw new Error(`The ${name} did not exit. Output:\n${output}`);
    return { signal: child.signalCode, exitCode: child.exitCode };
  });
  // Prevents an unhandled rejection if the test does not await it.
  ended.catch(() => {});
  return { child, output: () => output, ended };
}
