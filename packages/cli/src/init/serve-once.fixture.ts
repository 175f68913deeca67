import { spawn } from "node:child_process";
import { once } from "node:events";

/** Longer than a server takes to start and respond, on any machine. */
const longestMs = 110_000;

/**
 * Runs an app's server with its `.env`, requests one path on the port that it prints, and stops it.
 */
export async function serveOnce(
  directory: string,
  file: string,
  path: string,
): Promise<{ status: number; text: string }> {
  const flags = ["--conditions=@agent-treasury/source", "--env-file=.env", "--no-warnings"];
  const server = spawn(process.execPath, [...flags, file], {
    cwd: directory,
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: longestMs,
    killSignal: "SIGKILL",
  });
  const ended = once(server, "exit");
  try {
    const port = await portOf(server.stdout);
    const response = await fetch(`http://localhost:${port}${path}`);
    return { status: response.status, text: await response.text() };
  } finally {
    server.kill("SIGKILL");
    await ended;
  }
}

async function portOf(stdout: AsyncIterable<unknown>): Promise<string> {
  let output = "";
  for await (const piece of stdout) {
    output += String(piece);
    const [, port] = /^(\d+)\n/.exec(output) ?? [];
    if (port !== undefined) return port;
  }
  throw new Error(`The server exited before it printed its port.\n${output}`);
}
