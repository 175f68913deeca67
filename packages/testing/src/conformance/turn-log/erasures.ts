import { appendOf, bodiesOf, farAwayMs, land, newWriter, sequencesOf, turn } from "./build.ts";
import type { TurnLogSuite } from "./turn-log-suite.ts";

const morning = 1_760_000_000_000;

export function erasures({ test, expect, subject }: TurnLogSuite): void {
  test("erases every turn of the workspace, and returns the number of records", async (log) => {
    const other = { ...turn, turnId: "other" };
    const elsewhere = { ...turn, workspaceId: "acme2" };
    await land(log, appendOf(0, { bodies: bodiesOf("a", 3) }));
    await land(log, appendOf(0, { ...other, bodies: bodiesOf("b", 2) }));
    await land(log, appendOf(0, { ...elsewhere, bodies: bodiesOf("c", 2) }));
    expect(await log.erase("acme", farAwayMs)).toBe(5);
    expect(await log.erase("acme", farAwayMs)).toBe(0);
    expect(await sequencesOf(log)).toEqual([]);
    expect(await sequencesOf(log, other)).toEqual([]);
    expect(await sequencesOf(log, elsewhere)).toEqual([1, 2]);
  });

  test("erases more records than one statement should remove", async (log) => {
    const writer = newWriter();
    for (let after = 0; after < 1_500; after += 100) {
      await land(log, appendOf(after, { writer, bodies: bodiesOf("a", 100) }));
    }
    expect(await log.erase("acme", farAwayMs)).toBe(1_500);
    expect(await sequencesOf(log)).toEqual([]);
  });

  test("returns conflict to the runner of an erased turn", async (log) => {
    const writer = newWriter();
    const last = appendOf(2, { writer });
    await land(log, appendOf(0, { writer, bodies: bodiesOf("a", 2) }), last);
    await log.erase("acme", farAwayMs);
    expect(await log.append(appendOf(3, { writer }))).toBe("conflict");
    expect(await log.append(last)).toBe("conflict");
    expect(await sequencesOf(log)).toEqual([]);
    await land(log, appendOf(0, { writer }));
  });

  test("leaves no part of a turn that is written concurrently", async (log) => {
    for (let round = 0; round < 20; round += 1) {
      const name = { ...turn, turnId: `turn ${round}` };
      const writer = newWriter();
      await land(log, appendOf(0, { ...name, writer, bodies: bodiesOf("a", 5) }));
      const write = async (): Promise<void> => {
        for (let after = 5; after < 15; after += 1) {
          if ((await log.append(appendOf(after, { ...name, writer }))) === "conflict") return;
        }
      };
      await Promise.all([write(), log.erase("acme", farAwayMs)]);
      const left = await sequencesOf(log, name);
      expect(left).toEqual([]);
    }
  });

  if (subject.setNow === undefined) return;
  const { setNow } = subject;
  test("erases only turns whose newest record is older than the given time", async (log) => {
    const [old, lasting, young] = ["old", "lasting", "young"].map((turnId) => ({
      ...turn,
      turnId,
    }));
    setNow(morning);
    await land(log, appendOf(0, old), appendOf(0, lasting));
    setNow(morning + 1_000);
    await land(log, appendOf(1, lasting), appendOf(0, young));
    expect(await log.erase("acme", morning)).toBe(0);
    expect(await log.erase("acme", morning + 1_000)).toBe(1);
    expect(await sequencesOf(log, old)).toEqual([]);
    expect(await sequencesOf(log, lasting)).toEqual([1, 2]);
    expect(await log.erase("acme", morning + 1_001)).toBe(3);
  });
}
