import { setTimeout as sleep } from "node:timers/promises";
import { commitOn } from "@agent-treasury/testing/commits";
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
