import { rejectionCodeOf } from "../rejection.ts";
import { advanceBy, betweenStorages, fill, moveId, other, receiving, sending } from "./moving.ts";
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
    for (const received of [null, "acme"]) {
      await advanceBy(to, "in", received, null, receiving);
      for (const scope of [null, "acme"]) {
        expect(await rejectionCodeOf(to.advance("out", scope, null, other))).toBe("storage_error");
        expect(await to.find("out", scope)).toBe(null);
      }
      await advanceBy(to, "in", received, receiving, null);
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
}
