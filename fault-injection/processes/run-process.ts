import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A process of a test. */
export interface TestProcess {
  readonly child: ChildProcess;
  /** Whether it is gone, by itself or by a signal. */
  readonly isOver: boolean;
  /** Every whole line that it printed until now. */
  readonly lines: readonly string[];
  /** Resolves when it prints for the first time: it is ready. Rejects when it ends before. */
  readonly ready: Promise<unknown>;
  /** Lets it begin, if it waits for the others to be ready. */
  go(): void;
  /** Lets it end what is under way, if it goes on until then. */
  stop(): void;
  /** Resolves when it is gone and everything that it printed is here. */
  readonly ended: Promise<{ readonly signal: string | null; readonly exitCode: number | null }>;
}

/** The scripts beside this file that end in `.process.ts`. */
export type ProcessName = "operator" | "decider" | "depositor" | "displaced" | "agent" | "many";

/** Runs a script as a process of its own, with a task that it reads by `taskOfProcess`. */
export function runProcess(
  name: ProcessName,
  task: unknown,
  environment: Readonly<Record<string, string>> = {},
): TestProcess {
  return runScript(
    name,
    fileURLToPath(new URL(`./${name}.process.ts`, import.meta.url)),
    task,
    environment,
  );
}

/** Runs any script like that. */
export function runScript(
  name: string,
  script: string,
  task: unknown,
  environment: Readonly<Record<string, string>> = {},
): TestProcess {
  const options = ["--conditions=@agent-treasury/source", "--disable-warning=ExperimentalWarning"];
  // Before Node 22.18 types are stripped on request only.
  if (process.features.typescript === false) options.push("--experimental-strip-types");
  const child = spawn(process.execPath, [...options, script, JSON.stringify(task)], {
    stdio: ["pipe", "pipe", "inherit"],
    // Half of the time would go into reading the same modules again.
    env: { ...process.env, NODE_COMPILE_CACHE: moduleCache(), ...environment },
  });
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on("line", (line) => lines.push(line));
  // A process that is killed breaks this pipe.
  child.stdin.on("error", () => {});
  const ended = Promise.all([once(child, "close"), once(reader, "close")]).then(() => ({
    signal: child.signalCode,
    exitCode: child.exitCode,
  }));
  const ready = Promise.race([
    once(reader, "line"),
    ended.then(({ exitCode, signal }) => {
      throw new Error(`The ${name} ended before it was ready: ${exitCode ?? signal}.`);
    }),
  ]);
  // Who does not wait for it does not want to hear of it.
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

/** Lets processes begin together, and resolves with what each printed when all have ended well. */
export async function runTogether(
  processes: readonly TestProcess[],
): Promise<readonly (readonly string[])[]> {
  await Promise.all(processes.map(({ ready }) => ready));
  for (const one of processes) one.go();
  const ends = await Promise.all(processes.map(({ ended }) => ended));
  const failed = ends.findIndex(({ exitCode }) => exitCode !== 0);
  if (failed !== -1) throw new Error(`Process ${failed} ended with ${ends[failed]?.exitCode}.`);
  // The first line said that it was ready.
  return processes.map(({ lines }) => lines.slice(1));
}

function moduleCache(): string {
  return fileURLToPath(new URL("../node_modules/.cache/modules", import.meta.url));
}
