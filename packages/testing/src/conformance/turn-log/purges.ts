import { appendOf, bodiesOf, land, newWriter, sequencesOf, turn } from "./build.ts";
import type { TurnLogSuite } from "./turn-log-suite.ts";

export function purges({ test, expect }: TurnLogSuite): void {
  test("removes expired turns, and none that expire at this moment", async (log) => {
    const [past, just] = ["past", "just"].map((turnId) => ({ ...turn, turnId }));
    await land(log, appendOf(0, { ...past, bodies: bodiesOf("a", 2), expiresAt: 999 }));
    await land(log, appendOf(0, { ...just, expiresAt: 1_000 }));
    expect(await log.purge(1_000, 100)).toBe(2);
    expect(await sequencesOf(log, past)).toEqual([]);
    expect(await sequencesOf(log, just)).toEqual([1]);
    expect(await log.purge(1_001, 100)).toBe(1);
    expect(await log.purge(1_001, 100)).toBe(0);
  });

  test("keeps a whole turn until its newest record expires", async (log) => {
    const writer = newWriter();
    await land(log, appendOf(0, { writer, bodies: bodiesOf("a", 3), expiresAt: 10 }));
    await land(log, appendOf(3, { writer, expiresAt: 5_000 }));
    expect(await log.purge(1_000, 100)).toBe(0);
    expect(await sequencesOf(log)).toEqual([1, 2, 3, 4]);
    expect(await log.purge(5_001, 100)).toBe(4);
  });

  test("uses the expiry of the newest record, even if an older one expires later", async (log) => {
    const writer = newWriter();
    await land(log, appendOf(0, { writer, expiresAt: 9_000 }));
    await land(log, appendOf(1, { writer, expiresAt: 500 }));
    expect(await log.purge(1_000, 100)).toBe(2);
    expect(await sequencesOf(log)).toEqual([]);
  });

  test("removes at most the limit, a turn's oldest records first", async (log) => {
    await land(log, appendOf(0, { bodies: bodiesOf("a", 5), expiresAt: 1 }));
    expect(await log.purge(1_000, 0)).toBe(0);
    expect(await log.purge(1_000, 2)).toBe(2);
    expect(await sequencesOf(log)).toEqual([3, 4, 5]);
    expect(await log.purge(1_000, 2)).toBe(2);
    expect(await log.purge(1_000, 2)).toBe(1);
    expect(await log.purge(1_000, 2)).toBe(0);
  });

  test("removes expired turns of every workspace", async (log) => {
    for (const workspaceId of ["a", "b", "c"]) {
      await land(log, appendOf(0, { workspaceId, bodies: bodiesOf("a", 2), expiresAt: 1 }));
    }
    const removed = [await log.purge(1_000, 4), await log.purge(1_000, 4)];
    expect(removed).toEqual([4, 2]);
  });
}
