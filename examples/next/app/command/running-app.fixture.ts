import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appBuild } from "../../demo/build-app.ts";
import { freePort } from "../../demo/free-port.ts";
import { type RunningApp, startApp } from "../../demo/start-app.ts";

/** The built app as `demo` runs it, on a port and with a database of its own. */
export interface TestApp {
  readonly url: string;
  /** Ends the server; the database and the port stay its own. */
  stop(): Promise<void>;
  /** Starts it again after `stop`. */
  start(): Promise<void>;
  /** Ends the server for good. */
  close(): Promise<void>;
}

/** Builds the app, unless it stands there built, and starts it with the demo's stand-ins. */
export async function runningApp(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const build = await appBuild();
  await build.finish();
  const directory = await mkdtemp(join(tmpdir(), "treasury-app-"));
  const port = String(await freePort([0], "127.0.0.1"));
  const url = `http://localhost:${port}`;
  const settings = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    PORT: port,
    LISTEN_ADDRESS: "127.0.0.1",
    BASE_URL: url,
    TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
    TREASURY_STARTING_CAPITAL_USD: "100",
    TREASURY_SANDBOX: "on",
    ...env,
  };
  let running: RunningApp | null = null;
  const start = async (): Promise<void> => {
    running = await startApp(settings);
  };
  const stop = async (): Promise<void> => {
    running?.stop();
    await running?.ended;
    running = null;
  };
  await start();
  return {
    url,
    start,
    stop,
    close: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
