import { setTimeout as sleep } from "node:timers/promises";
import type { ExecOptions, ExecOutcome } from "@agent-treasury/provider";
import type Docker from "dockerode";
import { BoundedOutput } from "./bounded-output.ts";
import { commandMark, endCommand } from "./end-command.ts";

const outOfTimeExitCode = 124;
const exitPollMs = 250;
const lastOutputMs = 200;

/**
 * Runs a command in a container until it exits, times out or is aborted. Its background processes
 * continue after it exits, as on any machine.
 */
export async function runCommand(
  docker: Docker,
  container: Docker.Container,
  { command, timeoutSeconds, maximumOutputBytes, signal }: ExecOptions,
): Promise<ExecOutcome> {
  signal.throwIfAborted();
  const mark = crypto.randomUUID();
  const exec = await container.exec({
    Cmd: ["/bin/bash", "-lc", command],
    Env: [`${commandMark}=${mark}`],
    AttachStdout: true,
    AttachStderr: true,
  });
  const stdout = new BoundedOutput(maximumOutputBytes);
  const stderr = new BoundedOutput(maximumOutputBytes);
  const startedAt = performance.now();
  const stream = await exec.start({});
  docker.modem.demuxStream(stream, stdout, stderr);
  const over = new AbortController();
  let exitCode: number | null;
  try {
    const timeout = sleep(timeoutSeconds * 1_000, null, { signal: over.signal });
    exitCode = await Promise.race([
      exitOf(exec, stream, over.signal),
      timeout,
      aborted(signal, over.signal),
    ]);
    if (exitCode === null) await endCommand(container, mark);
  } catch (error) {
    if (!signal.aborted) throw error;
    await endCommand(container, mark);
    throw error;
  } finally {
    over.abort();
    stream.destroy();
  }
  return {
    exitCode: exitCode ?? outOfTimeExitCode,
    stdout: stdout.text(),
    stderr: stderr.text(),
    durationMs: Math.round(performance.now() - startedAt),
  };
}

/**
 * Returns the exit code once the command exits. Background processes may hold its output open for
 * longer.
 */
async function exitOf(
  exec: Docker.Exec,
  stream: NodeJS.ReadableStream,
  over: AbortSignal,
): Promise<number> {
  const ended = new Promise<void>((resolve) => {
    stream
      .once("end", resolve)
      .once("close", resolve)
      .once("error", () => resolve());
  });
  let isEnded = false;
  void ended.then(() => (isEnded = true));
  while (true) {
    over.throwIfAborted();
    // Poll soon after the end of the output, because the exit code follows shortly.
    await Promise.race([ended, sleep(exitPollMs, null, { signal: over })]);
    const { Running, ExitCode } = await exec.inspect();
    if (!Running && ExitCode !== null) {
      if (!isEnded) await Promise.race([ended, sleep(lastOutputMs)]);
      return ExitCode;
    }
    if (isEnded) await sleep(exitPollMs / 10, null, { signal: over });
  }
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => reject(signal.reason);
    signal.addEventListener("abort", fail, { once: true, signal: over });
    if (signal.aborted) fail();
  });
}
