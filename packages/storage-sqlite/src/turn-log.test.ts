import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { TurnLog } from "@agent-treasury/provider";
import { turnLogConformance } from "@agent-treasury/testing";
import { describe, expect, it } from "vitest";
import { type SqliteStorage, sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();

let opened = 0;
let fixedNow: number | null = null;
const now = (): number => fixedNow ?? Date.now();

interface Kept {
  readonly path: string;
  readonly storage: SqliteStorage;
}
const kept = new WeakMap<TurnLog, Kept>();

function logAt(path: string): TurnLog {
  const storage = sqliteStorage({ path, now });
  kept.set(storage.turnLog, { path, storage });
  return storage.turnLog;
}

const newPath = (): string => {
  opened += 1;
  return pathOf(`${opened}.db`);
};

const open = (path: () => string) => (): TurnLog => {
  fixedNow = null;
  return logAt(path());
};
const close = async (log: TurnLog): Promise<void> => kept.get(log)?.storage.close();
const setNow = (milliseconds: number): void => {
  fixedNow = milliseconds;
};

turnLogConformance(
  { describe, it, expect },
  {
    name: "a SQLite file",
    open: open(newPath),
    openBeside: (log) => logAt(kept.get(log)?.path ?? ""),
    close,
    setNow,
  },
);

turnLogConformance(
  { describe, it, expect },
  { name: "SQLite in memory", open: open(() => ":memory:"), close, setNow },
);

describe("a turn in SQLite", () => {
  it("is written once another process has stopped writing, without blocking meanwhile", async () => {
    const path = newPath();
    const log = open(() => path)();
    const turn = { workspaceId: "acme", turnId: "t1" };
    const append = { ...turn, writer: "w", after: 0, bodies: ["said"], expiresAt: 1 };
    await log.read(turn, 0, 1);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const outcome = log.append(append);
    // This process can read while it waits.
    expect(await log.read(turn, 0, 1)).toEqual([]);
    other.exec("COMMIT");
    other.close();
    expect(await outcome).toBe("appended");
    await close(log);
  });

  it("leaves nothing of an erased text in its files", async () => {
    const path = newPath();
    const log = open(() => path)();
    const secret = "a secret phrase to erase";
    const turn = { workspaceId: "acme", turnId: "t1" };
    const bodies = Array.from({ length: 50 }, () => ({ says: secret.repeat(200) }));
    await log.append({ ...turn, writer: "w", after: 0, bodies, expiresAt: 1 });
    const files = [path, `${path}-wal`];
    const holdIt = async (): Promise<boolean[]> => {
      const texts = await Promise.all(files.map((file) => readFile(file, "latin1")));
      return texts.map((text) => text.includes(secret));
    };
    expect(await holdIt()).toContain(true);
    await log.erase("acme", Number.MAX_SAFE_INTEGER);
    expect(await holdIt()).toEqual([false, false]);
    await close(log);
  });
});
