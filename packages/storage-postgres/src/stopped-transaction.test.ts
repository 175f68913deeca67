import { setTimeout as sleep } from "node:timers/promises";
import { commitOn } from "@agent-treasury/testing/commits";
import type { PoolClient } from "pg";
import { testServer } from "postgres-for-tests";
import { expect, it } from "vitest";
import { poolThrough } from "./pool-through.fixture.ts";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();

it("releases the lock of a process that stops in a transaction, and writes nothing for it", async () => {
  const schema = server.newSchema();
  const url = server.url();
  const other = postgresStorage({ url, schema });
  await other.commit([commitOn("w", 0n)]);
  let isStopped = false;
  const request = { workspaceId: "w", keys: [] };
  const pool = poolThrough(server.pool({ max: 1 }), async ({ text }, send) => {
    const answer = await send();
    // As if the process were stopped after it acquired the lock.
    if (!isStopped && text.includes("FOR NO KEY UPDATE")) {
      isStopped = true;
      await sleep(8_000);
    }
    return answer;
  });
  const stopped = postgresStorage({ pool, schema });
  const decided = stopped.exclusive?.(request, ({ head }) => commitOn("w", head?.version ?? 0n));
  await expect.poll(() => isStopped).toBe(true);
  const [outcome] = await other.commit([commitOn("w", 1n)]);
  expect(outcome?.kind).toBe("committed");
  // It decides again, on what the other process committed.
  expect((await decided)?.kind).toBe("committed");
  const [snapshot] = await other.load([request]);
  expect(snapshot?.head?.version).toBe(3n);
  await stopped.close();
  await other.close();
});

it("decides again if the server ended an idle transaction before it received COMMIT", async () => {
  const through = server.pool({ max: 1 });
  const clients: PoolClient[] = [];
  through.on("connect", (client) => clients.push(client));
  let attempts = 0;
  const pool = poolThrough(through, async ({ text }, send) => {
    if (text === "COMMIT" && (attempts += 1) === 1) {
      const ended = clients.at(-1)?.query("SELECT pg_terminate_backend(pg_backend_pid())");
      await ended?.catch(() => {});
      // The message of the server can arrive as the reply to COMMIT.
      throw Object.assign(new Error("terminated"), { code: "25P03", severity: "FATAL" });
    }
    return send();
  });
  const storage = postgresStorage({ pool, schema: server.newSchema() });
  const request = { workspaceId: "w", keys: [] };
  await storage.commit([commitOn("w", 0n)]);
  const outcome = await storage.exclusive?.(request, () => commitOn("w", 1n));
  expect([outcome?.kind, attempts]).toEqual(["committed", 2]);
  expect((await storage.load([request]))[0]?.head?.version).toBe(2n);
  await storage.close();
});
