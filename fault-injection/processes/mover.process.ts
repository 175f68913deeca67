import { runCommand } from "../../packages/cli/src/commands/run-command.ts";
import { ownTask, print } from "./own-task.ts";

export interface MoverTask {
  /** The words of the command. */
  readonly words: readonly string[];
  /** Kills itself, as `kill -9` would, some time after the given line. */
  readonly kill: {
    readonly line: string;
    /** 1 for the first such line. */
    readonly occurrence: number;
    readonly afterMs: number;
  } | null;
}

// Runs a command of `agent-treasury`, and prints its phases and its progress.
const { words, kill } = ownTask() as MoverTask;
let occurrences = 0;

function end(): void {
  process.kill(process.pid, "SIGKILL");
}

function see(line: string): void {
  if (line === "") return;
  print(line);
  if (kill === null || !line.startsWith(kill.line)) return;
  occurrences += 1;
  if (occurrences !== kill.occurrence) return;
  if (kill.afterMs === 0) end();
  else setTimeout(end, kill.afterMs);
}

const exitCode = await runCommand(
  words,
  {},
  { print, printLines: print, complain: see, progress: see },
);
process.exit(exitCode);
