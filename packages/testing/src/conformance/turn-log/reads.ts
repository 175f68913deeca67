import { appendOf, bodiesOf, land, newWriter, sequencesOf, turn, upTo } from "./build.ts";
import type { TurnLogSuite } from "./turn-log-suite.ts";

export function reads({ test, expect, subject }: TurnLogSuite): void {
  test("reads nothing for an unknown turn", async (log) => {
    expect(await log.read(turn, 0, 10)).toEqual([]);
    await land(log, appendOf(0, { ...turn, turnId: "another" }));
    expect(await log.read(turn, 0, 10)).toEqual([]);
  });

  test("reads from any record on, oldest first, at most the limit", async (log) => {
    await land(log, appendOf(0, { bodies: bodiesOf("a", 10) }));
    const asked = [
      [0, 3],
      [3, 3],
      [9, 3],
      [10, 3],
      [11, 3],
      [4, 1],
      [0, 0],
      [0, 1_000],
    ] as const;
    const read = [];
    for (const [after, limit] of asked) {
      read.push((await log.read(turn, after, limit)).map(({ sequence }) => sequence));
    }
    expect(read).toEqual([[1, 2, 3], [4, 5, 6], [10], [], [], [5], [], upTo(10)]);
  });

  test("shows an append to concurrent readers completely or not at all", async (log) => {
    const writer = newWriter();
    for (let after = 0; after < 60; after += 6) {
      const [, ...seen] = await Promise.all([
        land(log, appendOf(after, { writer, bodies: bodiesOf("a", 6) })),
        ...Array.from({ length: 5 }, () => sequencesOf(log)),
      ]);
      const whole = seen.map(
        (sequences) => sequences.length === after + 6 || sequences.length === after,
      );
      expect(whole).toEqual(seen.map(() => true));
    }
  });

  if (subject.openBeside === undefined) return;
  test("shows an append to another process as soon as it is confirmed", async (log) => {
    const beside = await subject.openBeside!(log);
    try {
      for (let after = 0; after < 20; after += 2) {
        const [here, there] = after % 4 === 0 ? [log, beside] : [beside, log];
        await land(here, appendOf(after, { bodies: bodiesOf("a", 2) }));
        expect(await sequencesOf(there)).toEqual(upTo(after + 2));
      }
    } finally {
      await subject.close?.(beside);
    }
  });
}
