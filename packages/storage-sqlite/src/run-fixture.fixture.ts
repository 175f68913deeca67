import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Longer than any of these processes runs. */
const longestMs = 50_000;

/** A process of a test, and its exit. */
export interface FixtureProcess {
  readonly child: ChildProcess;
  /** The output so far. */
  output(): string;
  /** Resolves when it has exited and its output is complete. Rejects after the timeout. */
  readonly ended: Promise<{ readonly signal: string | null; readonly exitCode: number | null }>;
}

/**
 * Runs a fixture of this directory as a separate process, with a module cache. It ends with the
 * test at the latest.
 */
export function runFixture(
  cachePath: string,
  name: string,
  ...values: readonly string[]
): FixtureProcess {
  const script = fileURLToPath(new URL(`./${name}.fixture.ts`, import.meta.url));
  const options = ["--conditions=@agent-treasury/source", "--disable-warning=ExperimentalWarning"];
  // Before Node 22.18, type stripping requires an option.
  if (process.features.typescript === false) options.push("--experimental-strip-types");
  const child = spawn(process.execPath, [...options, script, ...values], {
    stdio: ["ignore", "pipe", "inherit"],
    // Without a cache, loading modules takes half of the time.
    env: { ...process.env, NODE_COMPILE_CACHE: cachePath },
  });
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
