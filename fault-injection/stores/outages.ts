import { linkSync, readFileSync, renameSync, rmSync, truncateSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import pg from "pg";
import { type StartedServer, startServer } from "postgres-for-tests/start-server";
import { type Cut, cuttingProxy } from "./cutting-proxy.ts";
import type { StoreAddress } from "./store.ts";

/** A database that processes use, and how they lose it. */
export interface Outage {
  /** As the processes reach the database. */
  readonly store: StoreAddress;
  /** As the test reaches it. */
  readonly direct: StoreAddress;
  begin(): Promise<void>;
  /** Lets the database answer again. May be repeated. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

const schema = "treasury";
const noWork = async (): Promise<void> => {};

async function postgres(
  parts: (server: StartedServer, client: pg.Client) => Pick<Outage, "begin" | "repair">,
): Promise<Outage> {
  const server = await startServer();
  const client = new pg.Client({ connectionString: server.url });
  client.on("error", () => {});
  await client.connect();
  const store = { kind: "postgres", url: server.url, schema } as const;
  const close = async (): Promise<void> => {
    await client.end().catch(() => {});
    await server.stop();
  };
  return { store, direct: store, ...parts(server, client), close };
}

function postmasterOf({ directory }: StartedServer): number {
  return Number(readFileSync(`${directory}/data/postmaster.pid`, "utf8").split("\n")[0]);
}

/** As an administrator stops it. */
export function stoppedPostgres(): Promise<Outage> {
  return postgres((server, client) => {
    let isStopped = false;
    return {
      begin: async () => {
        const ended = new Promise((resolve) => client.once("end", resolve));
        isStopped = true;
        process.kill(postmasterOf(server), "SIGINT");
        await ended;
      },
      repair: async () => {
        if (isStopped) await server.restart();
        isStopped = false;
      },
    };
  });
}

/** Accepts connections and statements, answers none, and executes them when it is repaired. */
export function suspendedPostgres(): Promise<Outage> {
  return postgres((server, client) => {
    let pids: readonly number[] = [];
    return {
      begin: async () => {
        const { rows } = await client.query<{ pid: number }>("SELECT pid FROM pg_stat_activity");
        pids = [postmasterOf(server), ...rows.map(({ pid }) => pid)];
        for (const pid of pids) process.kill(pid, "SIGSTOP");
      },
      repair: async () => {
        for (const pid of pids.toReversed()) process.kill(pid, "SIGCONT");
        pids = [];
      },
    };
  });
}

/** Another session holds these locks, as a forgotten migration does. */
export function lockedPostgres(lock: "rows" | "tables"): Promise<Outage> {
  return postgres((_server, client) => ({
    begin: async () => {
      await client.query("BEGIN");
      await client.query(
        lock === "rows"
          ? `SELECT FROM ${schema}.heads FOR UPDATE`
          : `LOCK TABLE ${schema}.heads, ${schema}.documents IN ACCESS EXCLUSIVE MODE`,
      );
    },
    repair: async () => void (await client.query("ROLLBACK")),
  }));
}

/** Each connection is cut at its next write. */
export async function cutPostgres(cut: Cut, directory: string): Promise<Outage> {
  let isCut = false;
  const server = await startServer();
  const proxy = await cuttingProxy(directory, server.socketPath, () => (isCut ? cut : null));
  const host = encodeURIComponent(directory);
  const url = `postgres://postgres:password@localhost/postgres?host=${host}`;
  return {
    store: { kind: "postgres", url, schema },
    direct: { kind: "postgres", url: server.url, schema },
    begin: async () => void (isCut = true),
    repair: async () => void (isCut = false),
    close: async () => {
      await proxy.close();
      await server.stop();
    },
  };
}

function sqlite(
  path: string,
  begin: () => Promise<void>,
  repair: () => Promise<void> = noWork,
): Outage {
  const store = { kind: "sqlite", path } as const;
  return { store, direct: store, begin, repair, close: repair };
}

/** Another process begins a transaction, and does not end it. */
export function lockedSqlite(path: string): Outage {
  let other: DatabaseSync | null = null;
  return sqlite(
    path,
    async () => {
      other = new DatabaseSync(path, { timeout: 5_000 });
      other.exec("BEGIN IMMEDIATE");
    },
    async () => {
      other?.close();
      other = null;
    },
  );
}

export function sqliteWithout(path: string, file: "-wal" | "-shm"): Outage {
  return sqlite(path, async () => rmSync(`${path}${file}`));
}

export function truncatedSqlite(path: string): Outage {
  return sqlite(path, async () => truncateSync(`${path}-wal`));
}

/** Another database is moved to the place of this one, and back. */
export async function replacedSqlite(path: string): Promise<Outage> {
  const other = sqliteStorage({ path: `${path}.other` });
  await other.load([{ workspaceId: "demo", keys: [] }]);
  await other.close();
  let isReplaced = false;
  return sqlite(
    path,
    async () => {
      linkSync(path, `${path}.old`);
      renameSync(`${path}.other`, path);
      isReplaced = true;
    },
    async () => {
      if (isReplaced) renameSync(`${path}.old`, path);
      isReplaced = false;
    },
  );
}
