import { spawn } from "node:child_process";
import { appDirectory, nextCommand } from "./build-app.ts";

/** A running app. */
export interface RunningApp {
  /** Resolves with the exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  /** Stops after the requests in flight. */
  stop(): void;
  /** Exits at once. */
  kill(): void;
}

/**
 * Runs `next start` and resolves when the app accepts requests.
 *
 * @param env - The whole environment of the app.
 * @throws Error with the app's output if it exits first.
 */
export async function startApp(env: Readonly<Record<string, string>>): Promise<RunningApp> {
  const address = [
    "--port",
    env["PORT"] ?? "3000",
    "--hostname",
    env["LISTEN_ADDRESS"] ?? "127.0.0.1",
  ];
  const child = spawn(process.execPath, [nextCommand, "start", ...address], {
    cwd: appDirectory,
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let output = "";
  const ready = new Promise<void>((resolve) => {
    const hear = (piece: Buffer): void => {
      output += piece.toString();
      if (output.includes("Ready")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
  });
  const outcome = await Promise.race([ready, ended]);
  if (outcome !== undefined) throw new Error(`The app failed to start.\n${output}`);
  child.stdout.removeAllListeners("data").resume();
  child.stderr.removeAllListeners("data").pipe(process.stderr);
  return {
    ended,
    stop: () => void child.kill("SIGTERM"),
    kill: () => void child.kill("SIGKILL"),
  };
}
