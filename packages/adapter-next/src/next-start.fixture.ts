import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { bareEnvironment } from "next-build";
import {
  type FixtureVariant,
  buildFixture,
  fixtureDirectory,
  fixtureVariants,
  nextCommand,
} from "./build-fixture.fixture.ts";

/** A running Next server. */
export interface NextServer {
  readonly origin: string;
  /** The app's path below the origin: empty, or with a leading slash. */
  readonly basePath: string;
  /** The output so far. */
  output(): string;
  close(): Promise<void>;
}

/** Longer than a built app takes to start. */
const patienceMs = 300_000;

/** Runs `next start` on the built fixture, on a free port of the loopback address. */
export async function startNext(
  environment: Readonly<Record<string, string>>,
  variant: FixtureVariant = "plain",
): Promise<NextServer> {
  await buildFixture(variant);
  const { basePath } = fixtureVariants[variant];
  // Prevents the server from closing a connection that a slow client is about to reuse.
  const patience = ["--keepAliveTimeout", "600000"];
  const address = ["--port", "0", "--hostname", "127.0.0.1"];
  const options = ["start", ...address, ...patience];
  const server = spawn(process.execPath, [nextCommand, ...options], {
    cwd: fixtureDirectory,
    env: { ...bareEnvironment, FIXTURE_VARIANT: variant, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const origin = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`next start is not ready after a minute.\n${output}`));
      server.kill("SIGKILL");
    }, patienceMs);
    const listen = (piece: Buffer): void => {
      output += piece.toString();
      const [, found] = /Local:\s+(http:\S+)/.exec(output) ?? [];
      if (found === undefined || !output.includes("Ready")) return;
      clearTimeout(late);
      resolve(new URL(found).origin);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.once("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`next start exited with ${code}.\n${output}`));
    });
  });
  return { origin, basePath, output: () => output, close: () => stop(server) };
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
}
