import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process of a test, and how it came to its end. */
export interface FixtureProcess {
  readonly child: ChildProcess;
  /** Everything that it printed until now. */
  output(): string;
  /** Resolves when it is gone and everything that it printed is here. */
  readonly ended: Promise<{ readonly signal: string | null; readonly exitCode: number | null }>;
}

/** Runs one of the fixtures beside this file as a process of its own, with a cache of its modules. */
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
  const ended = once(child, "close").then(() => ({
    signal: child.signalCode,
    exitCode: child.exitCode,
  }));
  return { child, output: () => output, ended };
}
