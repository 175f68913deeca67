import { rejectionCodeOf } from "../rejection.ts";
import {
  advanceBy,
  begin,
  betweenStorages,
  closed,
  fill,
  moveId,
  moved,
  other,
  received,
  receiving,
  sending,
} from "./moving.ts";
import type { StorageSuite } from "./storage-suite.ts";

export function moveGuards(suite: StorageSuite): void {
  const { expect } = suite;
  const between = betweenStorages(suite);

  between("forgets the changes of the present move only", async ({ source, from }) => {
    await advanceBy(from, "out", null, null, other);
    await advanceBy(from, "out", null, other, null);
    await advanceBy(from, "out", null, null, sending);
    await fill(source, "acme");
    const { ids } = await from.changes(null, 1_000);
    expect(await from.forget(null, other.moveId, ids)).toBe(false);
    expect(await from.forget("acme", moveId, ids)).toBe(false);
    expect((await from.changes(null, 1_000)).ids).toEqual(ids);
    expect(await from.forget(null, moveId, ids)).toBe(true);
    expect((await from.changes(null, 1_000)).ids).toEqual([]);
  });

  between("rejects a move out while rows of its scope are being received", async ({ to }) => {
    for (const begun of [null, "acme"]) {
      await advanceBy(to, "in", begun, null, receiving);
      for (const scope of [null, "acme"]) {
        expect(await rejectionCodeOf(to.advance("out", scope, null, other))).toBe("storage_error");
        expect(await to.find("out", scope)).toBe(null);
      }
      await advanceBy(to, "in", begun, receiving, null);
    }
    await advanceBy(to, "in", "acme", null, receiving);
    await advanceBy(to, "out", "beta", null, other);
  });

  between("rejects a move in while an overlapping one is unfinished", async ({ to }) => {
    const [all, one] = [null, "acme"];
    for (const [begun, later] of [
      [all, one],
      [one, all],
    ] as const) {
      await advanceBy(to, "in", begun, null, receiving);
      expect(await rejectionCodeOf(to.advance("in", later, null, receiving))).toBe("storage_error");
      expect(await to.find("in", later)).toBe(null);
      await advanceBy(to, "in", begun, receiving, null);
      await advanceBy(to, "out", begun, null, other);
      for (const scope of [all, one]) {
        expect(await rejectionCodeOf(to.advance("in", scope, null, receiving))).toBe(
          "storage_error",
        );
      }
      await advanceBy(to, "out", begun, other, null);
    }
    await advanceBy(to, "in", "acme", null, receiving);
    await advanceBy(to, "in", "beta", null, receiving);
  });

  between("fails its check exactly while all of its workspaces are moved", async (ends) => {
    const { source, target, from, to } = ends;
    if (source.check === undefined || target.check === undefined) return;
    await begin(from, to, "acme");
    await advanceBy(from, "out", "acme", sending, closed);
    await advanceBy(from, "out", "acme", closed, moved);
    await source.check();
    await advanceBy(from, "out", "acme", moved, null);
    await advanceBy(to, "in", "acme", receiving, null);
    await begin(from, to, null);
    await advanceBy(from, "out", null, sending, closed);
    await source.check();
    await target.check();
    await advanceBy(to, "in", null, receiving, received);
    await advanceBy(from, "out", null, closed, moved);
    let failure = "";
    // A check may resolve if the database is slow.
    for (let attempt = 0; attempt < 10 && failure !== "storage_moved"; attempt += 1) {
      failure = await rejectionCodeOf(source.check());
    }
    expect(failure).toBe("storage_moved");
    await target.check();
    await begin(to, from, null);
    await source.check();
  });
}
