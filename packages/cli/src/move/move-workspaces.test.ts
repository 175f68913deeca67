import type { Storage, StorageMoves } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { type SqliteStorage, sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { expect, it, onTestFinished } from "vitest";
import { type Moved, moveWorkspaces } from "./move-workspaces.ts";
import { type MoveSigns, abandonMove } from "./moved-route.ts";

interface Ends {
  readonly source: SqliteStorage;
  readonly target: SqliteStorage;
}

const signs: MoveSigns = { phase: () => {}, rows: () => {} };

type Changes = Partial<Record<keyof Ends, Partial<StorageMoves>>>;

function changed(storage: SqliteStorage, moves: Partial<StorageMoves> = {}): Storage {
  return { ...forwardedStorage(storage), moves: { ...storage.moves, ...moves } };
}

function move(
  { source, target }: Ends,
  changes: Changes = {},
  scope: string | null = null,
): Promise<Moved | null> {
  return moveWorkspaces({
    source: changed(source, changes.source),
    target: changed(target, changes.target),
    scope,
    signs,
  });
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}

async function opened() {
  const ends = {
    source: sqliteStorage({ path: ":memory:" }),
    target: sqliteStorage({ path: ":memory:" }),
  };
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: ends.source,
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    onFailure: () => {},
  });
  onTestFinished(() => treasury.close());
  const spend = (purpose: string): Promise<unknown> =>
    treasury.propose({ workspaceId: "acme", vendor: "Acme", purpose, amountUsd: 4 });
  await spend("first");
  const health = (): Promise<Response> =>
    treasury.handler(new Request("http://localhost:3000/api/service/health"));
  return { ends, spend, health };
}

it("leaves the source closed if another process continues the move and opens the target", async () => {
  const { ends, spend } = await opened();
  const [stalled, resumed, compared, mayOpen] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  let isClosed = false;
  const first = move(ends, {
    source: {
      advance: async (...call) => {
        isClosed = call[3]?.stage === "closed";
        if (isClosed) await spend("last");
        return ends.source.moves.advance(...call);
      },
      changes: async (...call) => {
        const changes = await ends.source.moves.changes(...call);
        if (!isClosed) return changes;
        stalled.resolve();
        await resumed.promise;
        return changes;
      },
    },
  }).catch(String);
  await stalled.promise;
  const second = move(ends, {
    target: {
      advance: async (...call) => {
        compared.resolve();
        await mayOpen.promise;
        return ends.target.moves.advance(...call);
      },
    },
  }).catch(String);
  await compared.promise;
  resumed.resolve();
  expect(await first).toContain("Another process continued");
  mayOpen.resolve();
  expect(await second).toMatchObject({ workspaces: 1 });
  await expect(spend("again")).rejects.toMatchObject({ code: "storage_moved" });
});

it("refuses writers of the source before the last changes are copied", async () => {
  const { ends, spend } = await opened();
  const answers: unknown[] = [];
  const totals: StorageMoves["totals"] = async (scope) => {
    answers.push(await spend("late").then(() => "spent", codeOf));
    return ends.source.moves.totals(scope);
  };
  expect(await move(ends, { source: { totals } })).toMatchObject({ workspaces: 1 });
  expect(answers).toEqual(["storage_moved"]);
});

it("keeps the changes of a later move if an earlier mover continues", async () => {
  const { ends, spend } = await opened();
  const third = sqliteStorage({ path: ":memory:" });
  const [stalled, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = move(ends, {
    source: {
      changes: async (...call) => {
        stalled.resolve();
        await resumed.promise;
        return await ends.source.moves.changes(...call);
      },
    },
  }).catch(String);
  await stalled.promise;
  await abandonMove({ ...ends, target: third, scope: null, signs });
  let late: Promise<unknown> | null = null;
  const second = move(
    { ...ends, target: third },
    {
      source: {
        changes: async (...call) => {
          await (late ??= spend("late"));
          resumed.resolve();
          expect(await first).toContain("Another process continued or abandoned this move.");
          return await ends.source.moves.changes(...call);
        },
      },
    },
  );
  expect(await second).toMatchObject({ workspaces: 1 });
  expect(await third.moves.totals(null)).toEqual(await ends.source.moves.totals(null));
});

it("fails the health check of the source once all workspaces are moved", async () => {
  const { ends, health } = await opened();
  expect((await health()).status).toBe(200);
  await move(ends);
  const response = await health();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    code: "storage_unavailable",
    error: expect.stringContaining("moved to another one: use the new database.") as unknown,
  });
});

it("empties the target and reopens the source if they differ", async () => {
  const { ends, spend } = await opened();
  const totals: StorageMoves["totals"] = async () => ({
    ...(await ends.target.moves.totals(null)),
    claims: ["1", "0"],
  });
  await expect(move(ends, { target: { totals } })).rejects.toThrow(
    "The totals of claims in the target differ from those in the source. The move was abandoned",
  );
  expect(await ends.target.workspaces(null, 1)).toEqual([]);
  await spend("again");
  expect(await move(ends)).toMatchObject({ workspaces: 1 });
});

it("rejects other moves from and into the databases of an unfinished one", async () => {
  const { ends } = await opened();
  const failure = new Error("The connection broke.");
  const read: StorageMoves["read"] = () => Promise.reject(failure);
  await expect(move(ends, { source: { read } })).rejects.toBe(failure);
  const third = sqliteStorage({ path: ":memory:" });
  await expect(move({ ...ends, target: third })).rejects.toThrow(
    "The source has an unfinished move into another database.",
  );
  await expect(move({ source: ends.target, target: third })).rejects.toThrow(
    "The source has an unfinished move from another database",
  );
  await expect(move({ ...ends, source: third }, {}, "acme")).rejects.toThrow(
    "The target has an unfinished move from another database",
  );
  expect(await move(ends)).toMatchObject({ workspaces: 1 });
});
