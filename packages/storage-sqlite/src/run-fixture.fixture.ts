import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Longer than any of these processes lives. */
const longestMs = 50_000;

/** A process of a test, and how it came to its end. */
export interface FixtureProcess {
  readonly child: ChildProcess;
  /** Everything that it printed until now. */
  output(): string;
  /** Resolves when it is gone and everything that it printed is here; rejects when it had to be ended. */
  readonly ended: Promise<{ readonly signal: string | null; readonly exitCode: number | null }>;
}

/**
 * Runs one of the fixtures beside this file as a process of its own, with a cache of its modules. It does
 * not outlive the test.
 */
export function runFixture(
  cachePath: string,
  name: string,
  ...values: readonly string[]
): FixtureProcess {
  const script = fileURLToPath(new URL(`./${name}.fixture.ts`, import.meta.url));
  const options = ["--conditions=@agent-treasury/source", "--disable-warning=ExperimentalWarning"];
  // Before Node 22.18 types are stripped on request only.
  if (process.features.typescript === false) options.push("--experimental-strip-types");
  const child = spawn(process.execPath, [...options, script, ...values], {
    stdio: ["ignore", "pipe", "inherit"],
    // Half of the time would go into reading the same modules again.
    env: { ...process.env, NODE_COMPILE_CACHE: cachePath },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  onTestFinished(() => void child.kill("SIGKILL"));
  const tooLong = AbortSignal.timeout(longestMs);
  tooLong.addEventListener("abort", () => child.kill("SIGKILL"));
  const ended = once(child, "close").then(() => {
    if (tooLong.aborted) throw new Error(`The ${name} did not end, having printed:\n${output}`);
    return { signal: child.signalCode, exitCode: child.exitCode };
  });
  // Who does not wait for it does not want to hear of it.
  ended.catch(() => {});
  return { child, output: () => output, ended };
}
