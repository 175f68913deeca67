import type { TurnLog } from "@agent-treasury/provider";
import { turnLogConformance } from "@agent-treasury/testing";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { poolThrough } from "./pool-through.fixture.ts";
import type { PostgresPool } from "./postgres-client.ts";
import { type PostgresStorage, postgresStorage } from "./postgres-storage.ts";

const server = testServer();
let pool: ReturnType<typeof server.pool> | null = null;
let fixedNow: number | null = null;
const now = (): number => fixedNow ?? Date.now();

interface Kept {
  readonly schema: string;
  readonly storage: PostgresStorage;
}
const kept = new WeakMap<TurnLog, Kept>();

function logOf(schema: string, storage: PostgresStorage): TurnLog {
  kept.set(storage.turnLog, { schema, storage });
  return storage.turnLog;
}

function onSharedPool(schema: string): TurnLog {
  pool ??= server.pool();
  return logOf(schema, postgresStorage({ pool, schema, now }));
}

function byAddress(schema: string): TurnLog {
  return logOf(schema, postgresStorage({ url: server.url(), schema, connections: 4 }));
}

const schemaOf = (log: TurnLog): string => kept.get(log)?.schema ?? "";
const close = async (log: TurnLog): Promise<void> => kept.get(log)?.storage.close();

turnLogConformance(
  { describe, it, expect },
  {
    name: "PostgreSQL on a pool of the app",
    open: () => {
      fixedNow = null;
      return onSharedPool(server.newSchema());
    },
    openBeside: (log) => onSharedPool(schemaOf(log)),
    close,
    setNow: (milliseconds) => {
      fixedNow = milliseconds;
    },
  },
);

if (process.env["TEST_LONG"] !== undefined) {
  turnLogConformance(
    { describe, it, expect },
    {
      name: "PostgreSQL by URL, each with its own pool",
      open: () => byAddress(server.newSchema()),
      openBeside: (log) => byAddress(schemaOf(log)),
      close,
    },
  );
}

/** A pool that loses every second reply to a writing statement. */
function losingAnswers(sound: PostgresPool): { readonly pool: PostgresPool; lost: number } {
  let asked = 0;
  const losing = {
    lost: 0,
    pool: poolThrough(sound, async ({ text }, send) => {
      const answer = await send();
      if (!text.includes("INSERT")) return answer;
      asked += 1;
      if (asked % 2 === 0) return answer;
      losing.lost += 1;
      throw new Error("Connection terminated unexpectedly");
    }),
  };
  return losing;
}

describe("a turn in PostgreSQL", () => {
  it("has no duplicates after appends whose replies were lost", async () => {
    const schema = server.newSchema();
    await postgresStorage({ url: server.url(), schema }).load([]);
    const losing = losingAnswers(server.pool());
    const { turnLog } = postgresStorage({ pool: losing.pool, schema });
    const turn = { workspaceId: "acme", turnId: "t1" };
    for (let after = 0; after < 60; after += 3) {
      const bodies = [after + 1, after + 2, after + 3];
      const append = { ...turn, writer: "w", after, bodies, expiresAt: 1 };
      expect(await turnLog.append(append)).toBe("appended");
    }
    const records = await turnLog.read(turn, 0, 100);
    expect(records).toEqual(records.map((_, index) => ({ sequence: index + 1, body: index + 1 })));
    expect([records.length, losing.lost]).toEqual([60, 20]);
  });

  it("can be read by another process while it is written, as soon as each record is stored", async () => {
    const schema = server.newSchema();
    const [running, watching] = [byAddress(schema), byAddress(schema)];
    const turn = { workspaceId: "acme", turnId: "t1" };
    const progress = { writing: true };
    const watch = async (): Promise<number[]> => {
      const seen: number[] = [];
      while (seen.length < 30) {
        const isLast = !progress.writing;
        const records = await watching.read(turn, seen.length, 100);
        seen.push(...records.map(({ sequence }) => sequence));
        if (isLast) break;
      }
      return seen;
    };
    const write = async (): Promise<void> => {
      for (let after = 0; after < 30; after += 1) {
        await running.append({ ...turn, writer: "w", after, bodies: [after], expiresAt: 1 });
        expect(await watching.read(turn, after, 1)).toHaveLength(1);
      }
    };
    const stop = (): void => {
      progress.writing = false;
    };
    const [seen] = await Promise.all([watch(), write().finally(stop)]);
    expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    await Promise.all([close(running), close(watching)]);
  });
});
