import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { type PostgresStorage, postgresStorage } from "./postgres-storage.ts";

/** A message of the protocol: its letter, length and content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}

const authenticated = message("R", Buffer.alloc(4));
const ready = message("Z", Buffer.from("I"));
const ended = message("E", Buffer.from("SFATAL\0C57P01\0Mthe server is shut down\0\0"));

describe("a server that ends each connection in the chunk in which it accepts it", () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat([authenticated, ready, ended])));
  });
  let pool: pg.Pool | null = null;
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  afterEach(async () => {
    process.removeListener("uncaughtException", note);
    await pool?.end();
    server.close();
  });

  async function url(): Promise<string> {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `postgres://app@127.0.0.1:${(server.address() as AddressInfo).port}/app`;
  }

  async function uncaughtOf(storage: PostgresStorage): Promise<readonly unknown[]> {
    uncaught.length = 0;
    process.on("uncaughtException", note);
    await expect(storage.workspaces(null, 1)).rejects.toMatchObject({ code: "storage_error" });
    await storage.close();
    return uncaught;
  }

  it("does not end an app whose storage has its own pool", async () => {
    expect(await uncaughtOf(postgresStorage({ url: await url() }))).toEqual([]);
  });

  it("does not end an app that passes its pool, and leaves no listeners on it", async () => {
    pool = new pg.Pool({ connectionString: await url() });
    pool.on("error", () => {});
    expect(await uncaughtOf(postgresStorage({ pool }))).toEqual([]);
    expect(pool.listenerCount("connect")).toBe(0);
  });
});
