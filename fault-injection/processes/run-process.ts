import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bundleScript } from "../../tools/build/bundle-script.ts";

export interface TestProcess {
  readonly child: ChildProcess;
  readonly isOver: boolean;
  readonly lines: readonly string[];
  /** Resolves when it first prints, and rejects when it exits before. */
  readonly ready: Promise<unknown>;
  go(): void;
  /** Stops a process that runs until then. */
  stop(): void;
  /** Resolves when it exited and its output is complete. */
  readonly ended: Promise<{ readonly signal: string | null; readonly exitCode: number | null }>;
}

/** The scripts beside this file that end in `.process.ts`. */
export type ProcessName =
  | "operator"
  | "decider"
  | "depositor"
  | "displaced"
  | "agent"
  | "many"
  | "spender"
  | "approver"
  | "payer"
  | "emitter"
  | "buyer"
  | "continuous"
  | "mover"
  | "seller"
  | "card"
  | "fetcher"
  | "outage"
  | "meter"
  | "notifier";

/** Runs a script as a process, with a task that it reads with `ownTask`. */
export function runProcess(
  name: ProcessName,
  task: unknown,
  environment: Readonly<Record<string, string>> = {},
): TestProcess {
  return runScript(name, bundleOf(name), task, environment);
}

function bundleOf(name: ProcessName): string {
  const script = fileURLToPath(new URL(`./${name}.process.ts`, import.meta.url));
  const directory = fileURLToPath(new URL("../node_modules/.cache/processes", import.meta.url));
  return bundleScript(script, directory);
}

/** @param bun - The path of Bun, to run the script by it. */
export function runScript(
  name: string,
  script: string,
  task: unknown,
  environment: Readonly<Record<string, string>> = {},
  bun: string | null = null,
): TestProcess {
  const options = ["--conditions=@agent-treasury/source", "--disable-warning=ExperimentalWarning"];
  // Before Node 22.18 types are stripped on request only.
  if (process.features.typescript === false) options.push("--experimental-strip-types");
  const words = [...(bun === null ? options : []), script, JSON.stringify(task)];
  const child = spawn(bun ?? process.execPath, words, {
    stdio: ["pipe", "pipe", "inherit"],
    // Without the cache, half of the time would be spent loading the same modules.
    env: { ...process.env, NODE_COMPILE_CACHE: moduleCache(), ...environment },
  });
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on("line", (line) => lines.push(line));
  // Killing a process breaks this pipe.
  child.stdin.on("error", () => {});
  const ended = Promise.all([once(child, "close"), once(reader, "close")]).then(() => ({
    signal: child.signalCode,
    exitCode: child.exitCode,
  }));
  const ready = Promise.race([
    once(reader, "line"),
    ended.then(({ exitCode, signal }) => {
      throw new Error(`The ${name} exited before it was ready: ${exitCode ?? signal}.`);
    }),
  ]);
  // A caller that does not wait for it ignores the rejection.
  ready.catch(() => {});
  return {
    child,
    get isOver() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    lines,
    ready,
    ended,
    go: () => child.stdin.write("go\n"),
    stop: () => child.stdin.end(),
  };
}

/** Starts processes together, and resolves with their output when all have exited successfully. */
export async function runTogether(
  processes: readonly TestProcess[],
): Promise<readonly (readonly string[])[]> {
  await Promise.all(processes.map(({ ready }) => ready));
  for (const one of processes) one.go();
  const ends = await Promise.all(processes.map(({ ended }) => ended));
  const failed = ends.findIndex(({ exitCode }) => exitCode !== 0);
  if (failed !== -1) throw new Error(`Process ${failed} exited with ${ends[failed]?.exitCode}.`);
  // The first line reported that it was ready.
  return processes.map(({ lines }) => lines.slice(1));
}

function moduleCache(): string {
  return fileURLToPath(new URL("../node_modules/.cache/modules", import.meta.url));
}
