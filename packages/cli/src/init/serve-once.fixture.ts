import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs an app's server with its `.env`, asks it for one path on the port that it prints, and ends it. */
export async function serveOnce(
  directory: string,
  file: string,
  path: string,
): Promise<{ status: number; text: string }> {
  const flags = ["--conditions=@agent-treasury/source", "--env-file=.env", "--no-warnings"];
  const server = spawn(process.execPath, [...flags, file], {
    cwd: directory,
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const port = await portOf(server.stdout);
    const response = await fetch(`http://localhost:${port}${path}`);
    return { status: response.status, text: await response.text() };
  } finally {
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  }
}

async function portOf(stdout: AsyncIterable<unknown>): Promise<string> {
  let told = "";
  for await (const piece of stdout) {
    told += String(piece);
    const [, port] = /^(\d+)\n/.exec(told) ?? [];
    if (port !== undefined) return port;
  }
  throw new Error(`The server ended before it named its port.\n${told}`);
}
