import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import pg from "pg";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const execute = promisify(execFile);
/** Debian installs it outside of a normal user's PATH. */
const search = { env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` } };
const installed = await execute("pgbouncer", ["--version"], search).then(
  ({ stdout }) => stdout.split("\n")[0],
  () => null,
);

describe("through PgBouncer in transaction mode", () => {
  it.for([
    ["turned off", false],
    ["left on, and lost", true],
  ] as const)(
    "commits, loads and views work, with prepared statements %s",
    async ([, named], { skip }) => {
      if (installed === null) skip("no pgbouncer is installed: apt-get install pgbouncer");
      const bouncer = await startBouncer(server.url());
      const schema = server.newSchema();
      const storages = [1, 2, 3].map(() =>
        postgresStorage({ url: bouncer.url, schema, preparedStatements: named, connections: 4 }),
      );
      try {
        await Promise.all(storages.map((storage) => headIn(storage, "acme")));
        const spend = async (storage: (typeof storages)[number], id: string): Promise<void> => {
          for (let version = 0n; version < 20n; version += 1n) {
            const create = [docNamed(`p${version}`, id)];
            const commit = commitOn(id, version, id, { create });
            const outcome =
              version % 5n === 4n
                ? await storage.exclusive?.({ workspaceId: id, keys: [] }, () => commit)
                : (await storage.commit([commit]))[0];
            expect(outcome).toEqual({ kind: "committed" });
            const page = { kind: "proposal", before: null, limit: 100 };
            const entries = { order: "newest", beyond: null, limit: 1 } as const;
            expect((await storage.view(id, page, entries)).docs.length).toBe(Number(version) + 1);
          }
        };
        await Promise.all(
          Array.from({ length: 12 }, (_, index) => spend(storages[index % 3]!, `w${index}`)),
        );
      } finally {
        await Promise.all(storages.map((storage) => storage.close()));
        await bouncer.stop();
      }
    },
  );
});

/** Starts a pooler whose clients share two server connections. */
async function startBouncer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-bouncer-"));
  await chmod(directory, 0o777);
  const address = new URL(url);
  const host = address.searchParams.get("host") ?? address.hostname;
  const database = address.pathname.slice(1);
  const target = [
    `host=${host}`,
    `port=${address.port || 5432}`,
    `dbname=${database}`,
    `user=${address.username}`,
    `password=${address.password || "none"}`,
  ].join(" ");
  const port = await freePort();
  const settings = `[databases]
${database} = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`;
  const path = join(directory, "pgbouncer.ini");
  await writeFile(path, settings);
  // It does not run as root.
  const user = userInfo().uid === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", ["-q", ...user, path], { ...search, stdio: "ignore" });
  const ours = `postgres://any@127.0.0.1:${port}/${database}`;
  await untilItAnswers(ours, child);
  return {
    url: ours,
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  await expect
    .poll(async () => {
      if (child.exitCode !== null) throw new Error(`pgbouncer exited: ${child.exitCode}.`);
      const client = new pg.Client({ connectionString: url });
      client.on("error", () => {});
      return await client.connect().then(
        () => client.end().then(() => "up"),
        (error: unknown) => String(error),
      );
    })
    .toBe("up");
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
