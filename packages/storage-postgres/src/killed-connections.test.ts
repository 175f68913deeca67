import type { Commit, Storage } from "@agent-treasury/provider";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { expectMet } from "test-suites/histories";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();

/** Longer than a server takes to recover. */
const patienceMs = 300_000;

/** Repeats a call while the server is unavailable, which returns null. */
async function untilAvailable<Result>(ask: () => Promise<Result | null>): Promise<Result> {
  const patience = AbortSignal.timeout(patienceMs);
  for (;;) {
    const result = await ask();
    if (result !== null) return result;
    if (patience.aborted) throw new Error("The server was unavailable for a minute.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Sends a commit until its outcome is known, and counts the retries. */
async function settle(storage: Storage, commit: Commit, met: { unclear: number }): Promise<string> {
  return untilAvailable(async () => {
    const outcome = await storage.commit([commit]).catch(() => null);
    const kind = outcome?.[0]?.kind;
    if (kind === "unclear") met.unclear += 1;
    return kind === "committed" || kind === "conflict" ? kind : null;
  });
}

interface Added {
  readonly total: number;
  readonly version: bigint;
}

/** The number of additions so far, and the head's version. */
async function loadOne(storage: Storage, workspaceId: string): Promise<Added> {
  return untilAvailable(async () => {
    const head = await headIn(storage, workspaceId).catch(() => undefined);
    if (head === undefined) return null;
    return { total: Number(head?.account ?? 0), version: head?.version ?? 0n };
  });
}

describe("a server whose processes are killed while four pools write", () => {
  it("loses no confirmed commit, and writes none twice", async () => {
    const schema = server.newSchema();
    const storages = Array.from({ length: 4 }, () =>
      postgresStorage({ url: server.url(), schema, connections: 4 }),
    );
    // Also on failure, because the server does not stop while they are open.
    onTestFinished(async () => {
      await Promise.all(storages.map((storage) => storage.close()));
    });
    await Promise.all(storages.map((storage) => headIn(storage, "unused")));
    const met = { unclear: 0 };
    const progress = { writing: true };
    let answered = 0;
    const write = async (storage: Storage): Promise<void> => {
      while (progress.writing) {
        const { total } = await loadOne(storage, "acme");
        const put = [docNamed(`p${total}`, total)];
        const commit = commitOn("acme", BigInt(total), total + 1, { put });
        if ((await settle(storage, commit, met)) === "committed") answered += 1;
      }
    };
    const writing = storages.map(write);
    const killer = server.pool();
    const killAll = async (): Promise<void> => {
      for (let kill = 0; kill < 6; kill += 1) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await killOne(killer, kill % 3 === 2);
      }
    };
    const stop = (): void => {
      progress.writing = false;
    };
    await Promise.all([killAll().finally(stop), ...writing]);
    expectMet(met);
    expect(await loadOne(storages[0]!, "acme")).toEqual({
      total: answered,
      version: BigInt(answered),
    });
  });
});

/** Ends one active connection. `hard` kills its process, and the server restarts. */
async function killOne(killer: ReturnType<typeof server.pool>, hard: boolean): Promise<void> {
  const terminated = `SELECT pid, CASE WHEN $1 THEN NULL ELSE pg_terminate_backend(pid) END
    FROM pg_stat_activity WHERE application_name = 'agent-treasury' AND state = 'active' LIMIT 1`;
  const pid = await vi.waitFor(
    async () => {
      // Rejects while the server restarts.
      const { rows } = await killer.query(terminated, [hard]);
      const found: unknown = rows[0]?.pid;
      if (typeof found !== "number") throw new Error("There is no active connection.");
      return found;
    },
    { timeout: patienceMs, interval: 5 },
  );
  if (hard) process.kill(pid, "SIGKILL");
}
