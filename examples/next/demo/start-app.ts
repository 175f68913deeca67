import { spawn } from "node:child_process";
import { appDirectory, nextCommand } from "./build-app.ts";

/** The app as it runs. */
export interface RunningApp {
  /** Resolves when it has ended, with how it ended; null after a signal. */
  readonly ended: Promise<number | null>;
  /** Lets requests under way end, and ends. */
  stop(): void;
}

/**
 * Runs `next start` on the built app, until it takes requests.
 *
 * @param env - All that the app sees of the environment; `PORT` and `LISTEN_ADDRESS` say where it listens.
 * @throws Error when it ends before that, with what it wrote.
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
  let told = "";
  const ready = new Promise<void>((resolve) => {
    const hear = (piece: Buffer): void => {
      told += piece.toString();
      if (told.includes("Ready")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
  });
  const outcome = await Promise.race([ready, ended]);
  if (outcome !== undefined) throw new Error(`The app failed to start.\n${told}`);
  child.stdout.removeAllListeners("data").resume();
  // What goes wrong from here on is told as it is.
  child.stderr.removeAllListeners("data").pipe(process.stderr);
  return { ended, stop: () => void child.kill("SIGTERM") };
}
