import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
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
}

/**
 * Starts the app with the demo's stand-ins before the tests of a file, built unless it stands there
 * built, and ends it after them.
 */
export function testApp(env: Readonly<Record<string, string>>): TestApp {
  let directory: string | null = null;
  let settings: Record<string, string> = {};
  let running: RunningApp | null = null;
  const start = async (): Promise<void> => {
    running = await startApp(settings);
  };
  const stop = async (): Promise<void> => {
    // A page that keeps asking would keep its connection, and the server, open.
    running?.kill();
    await running?.ended;
    running = null;
  };

  // The first one to ask for it builds the app; everything after it is quick.
  beforeAll(async () => {
    const build = await appBuild();
    await build.finish();
    directory = await mkdtemp(join(tmpdir(), "treasury-app-"));
    const port = String(await freePort([0], "127.0.0.1"));
    settings = {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      PORT: port,
      LISTEN_ADDRESS: "127.0.0.1",
      BASE_URL: `http://localhost:${port}`,
      TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
      TREASURY_STARTING_CAPITAL_USD: "100",
      TREASURY_SANDBOX: "on",
      ...env,
    };
    await start();
  }, 1_200_000);
  afterAll(async () => {
    await stop();
    if (directory !== null) await rm(directory, { recursive: true, force: true });
  });

  return {
    get url() {
      return settings["BASE_URL"] ?? "";
    },
    start,
    stop,
  };
}
