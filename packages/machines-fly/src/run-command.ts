import type { Clock, ExecOptions, ExecOutcome } from "@agent-treasury/provider";
import { cutOutput } from "@agent-treasury/provider/helpers";
import { isTimeoutError } from "ky";
import type { FlyApi } from "./api/fly-api.ts";
import { refusalOf } from "./api/fly-failure.ts";
import type { FlyExecAnswer } from "./api/fly-types.ts";

const exitCodeOfTimeout = 124;
const exitCodeOfSignal = 128;

/** Runs a command through a login shell. A timeout is a result, not an error. */
export async function runCommand(
  api: FlyApi,
  clock: Clock,
  id: string,
  options: ExecOptions,
): Promise<ExecOutcome> {
  const { command, timeoutSeconds, maximumOutputBytes, signal } = options;
  // Fly counts whole seconds.
  const timeout = Math.max(1, Math.ceil(timeoutSeconds));
  const since = clock.monotonic();
  const answer = await api
    .runCommand(id, { command: ["/bin/bash", "-lc", command], timeout }, signal)
    .catch((error: unknown) => outOfTime(error, timeout));
  return {
    exitCode: exitCodeOf(answer),
    stdout: cutOutput(answer.stdout ?? "", maximumOutputBytes),
    stderr: cutOutput(answer.stderr ?? "", maximumOutputBytes),
    durationMs: Math.round(clock.monotonic() - since),
  };
}

function outOfTime(error: unknown, timeout: number): FlyExecAnswer {
  if (refusalOf(error) === 408) {
    return { exit_code: exitCodeOfTimeout, stderr: `[ended after ${timeout} s]\n` };
  }
  if (isTimeoutError(error)) {
    const stderr = `[Fly did not respond within ${timeout} s; the command may still run]\n`;
    return { exit_code: exitCodeOfTimeout, stderr };
  }
  throw error;
}

/** A shell's exit code for a process that a signal ended. */
function exitCodeOf({ exit_code: code = 0, exit_signal: signal = 0 }: FlyExecAnswer): number {
  return signal > 0 && code <= 0 ? exitCodeOfSignal + signal : code;
}
