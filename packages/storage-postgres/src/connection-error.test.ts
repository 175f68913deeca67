import { type Server, createServer } from "node:net";
import { testServer } from "postgres-for-tests";
import { afterAll, describe, expect, it } from "vitest";
import { connectionError } from "./connection-error.ts";
import { postgresMigrations } from "./migrations.ts";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const listeners: Server[] = [];
afterAll(() => listeners.map((listener) => listener.close()));

const plain = { user: "plain", password: "p" } as const;
const secrets = /plain|postgres:|password=|127\.0\.0\.1|\.invalid|missing/;

/** The message of the first use, or of the check. */
async function complaintOf(url: string, schema: string = server.newSchema()): Promise<string> {
  const storage = postgresStorage({ url, schema });
  try {
    await storage.workspaces(null, 1);
    await storage.check?.();
    return "nothing";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await storage.close();
  }
}

/** The address of a server that is not PostgreSQL. */
async function otherServer(answer: string | null): Promise<string> {
  const listener = createServer((socket) => socket.end(answer ?? ""));
  listeners.push(listener);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  return `postgres://app:p@127.0.0.1:${typeof address === "object" ? address?.port : ""}/app`;
}

async function withPlainRole(): Promise<void> {
  await server
    .pool()
    .query(
      "DO $$ BEGIN CREATE ROLE plain LOGIN PASSWORD 'p'; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
    );
}

/** A new schema with the treasury's tables, and the rights of the plain role. */
async function schemaFor(rights: readonly string[]): Promise<string> {
  await withPlainRole();
  const schema = server.newSchema();
  expect(await complaintOf(server.url(), schema)).toBe("nothing");
  for (const right of rights) await server.pool().query(right.replaceAll("%", schema));
  return schema;
}

const logins: readonly (readonly [
  cause: string,
  url: () => string | Promise<string>,
  text: string,
])[] = [
  ["database", () => server.url({ database: "missing" }), "does not exist: create it"],
  ["password", () => server.url({ password: "wrong" }), "rejects the role or its password"],
  ["role", () => server.url({ user: "missing" }), "rejects the role or its password"],
  [
    "port",
    () => "postgres://app:p@127.0.0.1:1/app",
    "could not be reached, because the connection was refused",
  ],
  [
    "socket",
    () => "postgres://app:p@localhost/app?host=/missing",
    "could not be reached, because the connection was refused",
  ],
  [
    "kind of server",
    () => otherServer("HTTP/1.1 400 Bad Request\r\n\r\n"),
    "closed the connection: check that the address leads to PostgreSQL",
  ],
  [
    "server, which closes the connection",
    () => otherServer(null),
    "closed the connection: check that the address leads to PostgreSQL",
  ],
];

describe("a login with a wrong", () => {
  it.each(logins)("%s names it", async (_cause, url, text) => {
    const complaint = await complaintOf(await url());
    expect(complaint).toMatch(/^The PostgreSQL database .*\.$/);
    expect(complaint).toContain(text);
    expect(complaint).not.toMatch(secrets);
  });

  it.each(["mysql://app:p@127.0.0.1/app", "https://127.0.0.1/app", "127.0.0.1:5432/app", "app"])(
    "scheme names it: %s",
    async (url) => {
      expect(await complaintOf(url)).toBe(
        "The address of the PostgreSQL database does not begin with postgres:// or postgresql://.",
      );
    },
  );

  it.each([
    ["ENOTFOUND", "host name was not found"],
    ["EAI_AGAIN", "host name was not found"],
    ["EHOSTUNREACH", "did not answer"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "over TLS"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "over TLS"],
    ["EOTHER", "could not be reached."],
  ])("address or certificate names it: %s", (code, text) => {
    const error = connectionError(Object.assign(new Error("db.invalid"), { code }));
    expect(error.message).toContain(text);
    expect(error.message).not.toMatch(secrets);
  });

  it.each([
    ["Connection terminated due to connection timeout", "did not answer"],
    ["timeout exceeded when trying to connect", "no free connection in the pool"],
    ["The server does not support SSL connections", "over TLS"],
    ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", "requires a password"],
  ])("setting names it by the driver's text: %s", (message, text) => {
    expect(connectionError(new Error(message)).message).toContain(text);
  });
});

describe("a database", () => {
  it.each(["user", "select", "only"])(
    "whose schema has the reserved name %s names it",
    async (name) => {
      expect(await complaintOf(server.url(), name)).toContain(`reserves the word "${name}"`);
    },
  );

  it("with a damaged row is not called disconnected", async () => {
    const schema = server.newSchema();
    expect(await complaintOf(server.url(), schema)).toBe("nothing");
    await server.pool().query(`INSERT INTO ${schema}.heads VALUES ('acme', 7, 1, 3, 'hash', '{')`);
    const storage = postgresStorage({ url: server.url(), schema });
    await expect(storage.load([{ workspaceId: "acme", keys: [] }])).rejects.toMatchObject({
      code: "storage_error",
      message: expect.stringContaining("a row that cannot be read") as unknown,
    });
    await storage.close();
  });
});

describe("a role without", () => {
  it("CREATE on the database reports that right", async () => {
    await withPlainRole();
    expect(await complaintOf(server.url(plain))).toMatch(
      /denies this role CREATE on the database: grant it, or run the SQL that agent-treasury migrate --print/,
    );
  });

  it("CREATE on the schema reports that right", async () => {
    await withPlainRole();
    const schema = server.newSchema();
    await server.pool().query(`CREATE SCHEMA ${schema}; GRANT USAGE ON SCHEMA ${schema} TO plain`);
    expect(await complaintOf(server.url(plain), schema)).toMatch(
      /denies this role CREATE on the schema/,
    );
  });

  it("the right to update the schema reports which one it has", async () => {
    await withPlainRole();
    const schema = server.newSchema();
    const older = postgresMigrations(schema).slice(0, 2);
    await server.pool().query(`CREATE SCHEMA ${schema}; GRANT USAGE ON SCHEMA ${schema} TO plain`);
    for (const { sql } of older) await server.pool().query(sql);
    await server.pool().query(`GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA ${schema} TO plain`);
    expect(await complaintOf(server.url(plain), schema)).toMatch(
      /has schema 2, and denies this role its update: run agent-treasury migrate with the role that owns/,
    );
  });

  it.each([
    ["USAGE", []],
    ["SELECT", ["GRANT USAGE ON SCHEMA % TO plain"]],
  ])("%s reports the rights that it needs", async (_right, rights) => {
    expect(await complaintOf(server.url(plain), await schemaFor(rights))).toMatch(
      /denies this role the treasury's tables: grant it USAGE on the schema, and SELECT, INSERT/,
    );
  });

  it("INSERT can read, and the check reports it", async () => {
    const schema = await schemaFor([
      "GRANT USAGE ON SCHEMA % TO plain",
      "GRANT SELECT ON ALL TABLES IN SCHEMA % TO plain",
    ]);
    const storage = postgresStorage({ url: server.url(plain), schema });
    expect(await storage.workspaces(null, 1)).toEqual([]);
    await expect(storage.check?.()).rejects.toThrow(/lets this role read .* but not write/);
    await server.pool().query(`GRANT INSERT ON ALL TABLES IN SCHEMA ${schema} TO plain`);
    await storage.check?.();
    await storage.close();
  });

  it("CONNECT or a free connection reports it", async () => {
    await withPlainRole();
    const database = server.newSchema();
    await server.pool().query(`CREATE DATABASE ${database}`);
    await server.pool().query(`REVOKE CONNECT ON DATABASE ${database} FROM public`);
    expect(await complaintOf(server.url({ ...plain, database }))).toMatch(/grant it CONNECT/);
    await server.pool().query("ALTER ROLE plain CONNECTION LIMIT 0");
    expect(await complaintOf(server.url(plain))).toMatch(/has no free connection: raise its limit/);
    await server.pool().query("ALTER ROLE plain CONNECTION LIMIT -1");
  });
});
