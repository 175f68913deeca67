import { rejectionCodeOf } from "../rejection.ts";
import { appendOf, turn } from "../turn-log/build.ts";
import { claimOf, commitOf, docOf, land, loadOne, send, viewOne } from "./build.ts";
import {
  advanceBy,
  begin,
  betweenStorages,
  closed,
  copyChanges,
  copyRows,
  fill,
  moveId,
  moved,
  other,
  received,
  receiving,
  refusalOf,
  sending,
} from "./moving.ts";
import type { StorageSuite } from "./storage-suite.ts";

export function moves(suite: StorageSuite): void {
  const { expect } = suite;
  const between = betweenStorages(suite);

  between("moves every row, with versions, commit ids, claims and turns", async (ends) => {
    const { source, target, from, to } = ends;
    const first = await fill(source, "acme");
    const record = appendOf(2);
    await source.turnLog?.append(record);
    await begin(from, to, null);
    await copyRows(from, to, null);
    expect((await to.find("in", null))?.progress).toEqual(null);
    await advanceBy(from, "out", null, sending, closed);
    await copyChanges(from, to, null);
    expect((await to.find("in", null))?.progress).toEqual({ at: "the end" });
    expect(await to.totals(null)).toEqual(await from.totals(null));
    await advanceBy(to, "in", null, receiving, received);
    await advanceBy(from, "out", null, closed, moved);
    const keys = ["s1", "s2"].map((id) => claimOf(id).key);
    const [there, own] = [await loadOne(target, "acme", keys), await loadOne(source, "acme", keys)];
    expect(there.claimed).toEqual(keys);
    expect({ ...there, storageNow: 0 }).toEqual({ ...own, storageNow: 0 });
    const view = { ...(await viewOne(target, "acme")), storageNow: 0 };
    expect(view).toEqual({ ...(await viewOne(source, "acme")), storageNow: 0 });
    expect(await send(target, first)).toEqual({ kind: "committed" });
    expect(await target.turnLog?.read(turn, 0, 10)).toEqual(
      await source.turnLog?.read(turn, 0, 10),
    );
    if (target.turnLog !== undefined) expect(await target.turnLog.append(record)).toBe("appended");
    await land(target, commitOf("acme", 1n));
    expect(await refusalOf(source, "acme")).toBe("storage_moved");
  });

  between("records changed and removed rows until they are forgotten", async (ends) => {
    const { source, target, from, to } = ends;
    await fill(source, "acme");
    await land(source, commitOf("acme", 1n, { put: [docOf("old", { expiresAt: 1 })] }));
    await begin(from, to, null);
    await copyRows(from, to, null);
    await land(source, commitOf("acme", 2n, { put: [docOf("p2", { body: { now: true } })] }));
    await fill(source, "beta");
    await source.purge(2, 100);
    const changes = await from.changes(null, 1_000);
    expect(await from.changes(null, 1_000)).toEqual(changes);
    expect(changes.removed).toEqual([{ table: "documents", key: ["acme", "proposal", "old"] }]);
    await copyChanges(from, to, null);
    expect((await from.changes(null, 1_000)).ids).toEqual([]);
    expect(await to.totals(null)).toEqual(await from.totals(null));
    expect((await loadOne(target, "beta")).head?.version).toBe(1n);
  });

  between(
    "rejects writes from the moment it is closed, and accepts them when reopened",
    async (ends) => {
      const { source, from } = ends;
      const first = await fill(source, "acme");
      await advanceBy(from, "out", null, null, sending);
      const second = commitOf("acme", 1n);
      await land(source, second);
      await advanceBy(from, "out", null, sending, closed);
      // Sent again after a lost reply.
      for (const sent of [first, second]) {
        expect(await send(source, sent)).toEqual({ kind: "committed" });
      }
      expect(await refusalOf(source, "acme")).toBe("storage_moved");
      expect(await refusalOf(source, "new")).toBe("storage_moved");
      const alone = await source.exclusive?.({ workspaceId: "acme", keys: [] }, () =>
        commitOf("acme", 2n),
      );
      expect(alone?.kind ?? "rejected").toBe("rejected");
      const rewrite = source.rewriteEntries("acme", [
        { sequence: 1n, hash: "b".repeat(64), body: {} },
      ]);
      expect(await rejectionCodeOf(rewrite)).toBe("storage_moved");
      if (source.turnLog !== undefined) {
        expect(await rejectionCodeOf(source.turnLog.append(appendOf(2)))).toBe("storage_moved");
      }
      expect((await loadOne(source, "acme")).head?.version).toBe(2n);
      await advanceBy(from, "out", null, closed, null);
      await land(source, commitOf("acme", 2n), commitOf("new", 0n));
    },
  );

  between("has no commit after it was closed, also of writers in between", async (ends) => {
    const { source, from } = ends;
    const workspaceIds = ["a", "b", "c", "d", "e", "f"];
    for (const workspaceId of workspaceIds) await land(source, commitOf(workspaceId, 0n));
    await advanceBy(from, "out", null, null, sending);
    const write = async (workspaceId: string): Promise<bigint> => {
      for (let version = 1n; ; version += 1n) {
        const { kind } = await send(source, commitOf(workspaceId, version));
        if (kind !== "committed") return version;
      }
    };
    const writers = workspaceIds.map(write);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await advanceBy(from, "out", null, sending, closed);
    const atClose = await from.read("heads", null, null, 10);
    const versions = await Promise.all(writers);
    expect(await from.read("heads", null, null, 10)).toEqual(atClose);
    expect(atClose.map(({ values }) => values[1])).toEqual(versions);
  });

  between("accepts no other writer as a target until it is received", async (ends) => {
    const { target, from, to } = ends;
    await begin(from, to, null);
    expect(await refusalOf(target, "acme")).toBe("storage_moved");
    await advanceBy(to, "in", null, receiving, received);
    expect(await refusalOf(target, "acme")).toBe("committed");
  });

  between("rejects a target with rows, and changes nothing", async ({ source, target, to }) => {
    await fill(target, "acme");
    expect(await rejectionCodeOf(to.advance("in", null, null, receiving))).toBe("storage_error");
    expect(await rejectionCodeOf(to.advance("in", "acme", null, receiving))).toBe("storage_error");
    expect(await to.find("in", null)).toBe(null);
    await land(target, commitOf("acme", 1n));
    expect((await loadOne(source, "acme")).head).toBe(null);
  });

  between("accepts each step of a move once", async ({ from, to }) => {
    await begin(from, to, null);
    const nothing = { rows: [], removed: [], progress: { place: 1 } };
    expect(await to.write(null, moveId, 0, nothing)).toBe(true);
    expect(await to.write(null, moveId, 0, nothing)).toBe(false);
    expect(await to.write(null, other.moveId, 1, nothing)).toBe(false);
    expect(await to.advance("in", null, { ...receiving, moveId: other.moveId }, received)).toBe(
      false,
    );
    expect(await to.find("in", null)).toEqual({ ...receiving, step: 1, progress: { place: 1 } });
    await advanceBy(to, "in", null, receiving, received);
    expect(await to.write(null, moveId, 1, nothing)).toBe(false);
  });

  between("moves one workspace, leaves the others open, and takes it back", async (ends) => {
    const { source, target, from, to } = ends;
    await fill(source, "acme");
    await fill(source, "beta");
    await fill(target, "gamma");
    await begin(from, to, "acme");
    await copyRows(from, to, "acme");
    await land(source, commitOf("beta", 1n));
    await land(target, commitOf("gamma", 1n));
    await advanceBy(from, "out", "acme", sending, closed);
    await copyChanges(from, to, "acme");
    expect(await to.totals("acme")).toEqual(await from.totals("acme"));
    await advanceBy(to, "in", "acme", receiving, received);
    await advanceBy(from, "out", "acme", closed, moved);
    expect(await target.workspaces(null, 10)).toEqual(["acme", "gamma"]);
    expect(await refusalOf(source, "acme")).toBe("storage_moved");
    await land(source, commitOf("beta", 2n));
    await land(target, commitOf("acme", 1n));
    await begin(to, from, "acme");
    expect((await loadOne(source, "acme")).head).toBe(null);
    await copyRows(to, from, "acme");
    await advanceBy(to, "out", "acme", sending, closed);
    await advanceBy(from, "in", "acme", receiving, received);
    expect((await loadOne(source, "acme")).head?.version).toBe(2n);
    await land(source, commitOf("acme", 2n), commitOf("beta", 3n));
  });

  between("keeps the rows of a target that is discarded before it received", async (ends) => {
    const { target, to } = ends;
    await fill(target, "acme");
    await advanceBy(to, "in", null, null, { moveId, stage: "discarded" });
    expect(await target.workspaces(null, 10)).toEqual(["acme"]);
    await land(target, commitOf("acme", 1n));
  });

  between("empties a target that is discarded", async ({ source, target, from, to }) => {
    await fill(source, "acme");
    await begin(from, to, null);
    await copyRows(from, to, null);
    await advanceBy(to, "in", null, receiving, { moveId, stage: "discarded" });
    expect(await target.workspaces(null, 10)).toEqual([]);
    expect(await to.advance("in", null, receiving, received)).toBe(false);
    await fill(target, "acme");
  });
}
