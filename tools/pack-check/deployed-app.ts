import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import { serverLife } from "./server-life.ts";

/**
 * Builds and starts the content of the `examples/deploy` container with its own commands. Returns
 * the problems.
 */
export async function checkDeployedApp(root: string, directory: string): Promise<string[]> {
  const app = join(directory, "deployed");
  runCommand("pnpm", ["--filter", "example-express", "deploy", "--legacy", "--prod", app], root);
  const server = spawn(process.execPath, [join(app, "src/start.ts")], {
    cwd: directory,
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      PORT: "0",
      TREASURY_DATABASE_URL: `sqlite:${join(directory, "deployed.db")}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...serverLife,
  });
  let output = "";
  const ended = once(server, "exit");
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (piece: Buffer): void => {
      output += piece.toString();
      const [, url] = /Ready: (http:\S+)\/command\n/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.once("exit", () => reject(new Error(`The deployed app did not start.\n${output}`)));
  });
  try {
    const url = await ready;
    const { status } = await fetch(`${url}/api/service/health`);
    server.kill("SIGTERM");
    const [code] = (await ended) as [number | null];
    if (status === 200 && code === 0) return [];
    return [`The deployed app: health ${status}, exit code ${code}.\n${output}`];
  } catch (error) {
    return [String(error)];
  } finally {
    server.kill("SIGKILL");
  }
}
