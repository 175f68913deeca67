import { fileURLToPath } from "node:url";
import { runScript, type TestProcess } from "../../fault-injection/processes/run-process.ts";
import { bundleScript } from "../../tools/build/bundle-script.ts";
import type { Contestant } from "./contestant.ts";
import type { Task } from "./contestants/program.ts";

export interface StageProcess extends Pick<TestProcess, "go" | "ended"> {
  kill(): void;
  /** Whether it reported that the purchase waits for a person. */
  asks(): boolean;
  /** Begins, and resolves when the process ended. */
  finish(): Promise<void>;
}

const pathAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const bunPackage = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : "x64"}`;
const bunPath = pathAt(`peers/node_modules/${bunPackage}/bin/bun`);

/** Ours is run from the sources of this checkout, others with the packages that are installed. */
function scriptOf({ program, isOwn = false }: Contestant): string {
  const script = pathAt(`contestants/${program}.ts`);
  return isOwn
    ? bundleScript(script, pathAt("../node_modules/.cache/faults"))
    : bundleScript(script, pathAt("peers/node_modules/.cache"), "external");
}

/** Starts a process, and resolves when it is about to begin. */
export async function startContestant(
  contestant: Contestant,
  task: Task,
  certificateFile: string,
  report: (text: string) => void,
): Promise<StageProcess> {
  const bun = contestant.runtime === "bun" ? bunPath : null;
  const environment = { NODE_EXTRA_CA_CERTS: certificateFile };
  const child = runScript(contestant.name, scriptOf(contestant), task, environment, bun);
  await child.ready;
  const ended = child.ended.then((end) => {
    for (const line of child.lines.slice(1)) report(line);
    report(end.signal === null ? `exits with ${end.exitCode}` : `is killed by ${end.signal}`);
    return end;
  });
  return {
    go: child.go,
    ended,
    kill: () => void child.child.kill("SIGKILL"),
    asks: () => child.lines.includes("asks"),
    finish: async () => {
      child.go();
      await ended;
    },
  };
}
