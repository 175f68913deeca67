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

/** A server of Next's own. */
export interface NextServer {
  readonly origin: string;
  /** Where the app is, below the origin: empty, or begins with a slash. */
  readonly basePath: string;
  /** What it wrote so far. */
  output(): string;
  close(): Promise<void>;
}

/** Longer than a built app takes to start. */
const patienceMs = 60_000;

/** Runs `next start` on the built fixture, on a free port of the loopback address. */
export async function startNext(
  environment: Readonly<Record<string, string>>,
  variant: FixtureVariant = "plain",
): Promise<NextServer> {
  await buildFixture(variant);
  const { basePath } = fixtureVariants[variant];
  // A caller that is held up must not find the connection closed that it is about to use again.
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
      reject(new Error(`next start ended with ${code}.\n${output}`));
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
