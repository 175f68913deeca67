import { appendOf, bodiesOf, land, newWriter, numbered, recordsOf } from "./build.ts";
import type { TurnLogSuite } from "./turn-log-suite.ts";

export function resends({ test, expect }: TurnLogSuite): void {
  test("returns appended for an append that succeeded, and writes it once", async (log) => {
    const append = appendOf(0, { bodies: bodiesOf("a", 3) });
    await land(log, append, append, { ...append, bodies: bodiesOf("a", 3) });
    expect(await recordsOf(log)).toEqual(numbered(append.bodies));
  });

  test("returns appended also after later records of any writer", async (log) => {
    const writer = newWriter();
    const [first, second] = [appendOf(0, { writer }), appendOf(1, { writer })];
    await land(log, first, second, appendOf(2));
    const before = await recordsOf(log);
    await land(log, first, second);
    expect(await recordsOf(log)).toEqual(before);
  });

  test("writes an append once that is sent many times concurrently", async (log) => {
    const append = appendOf(0, { bodies: bodiesOf("a", 5) });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => log.append(append)));
    expect(outcomes).toEqual(outcomes.map(() => "appended"));
    expect(await recordsOf(log)).toEqual(numbered(append.bodies));
  });

  test("returns conflict to another writer with the same bodies", async (log) => {
    const append = appendOf(0, { bodies: bodiesOf("a", 2) });
    await land(log, append);
    expect(await log.append({ ...append, writer: newWriter() })).toBe("conflict");
    await land(log, appendOf(2));
    expect(await log.append({ ...append, writer: newWriter() })).toBe("conflict");
  });

  test("returns conflict to a writer with other bodies in that place", async (log) => {
    const append = appendOf(0, { bodies: bodiesOf("a", 2) });
    await land(log, append);
    const others = [
      bodiesOf("b", 2),
      [...bodiesOf("a"), ...bodiesOf("b")],
      bodiesOf("a", 3),
      bodiesOf("a", 2).toReversed(),
    ];
    for (const bodies of others) expect(await log.append({ ...append, bodies })).toBe("conflict");
    expect(await recordsOf(log)).toEqual(numbered(append.bodies));
  });

  test("returns conflict to an append that is only a prefix of another writer's records", async (log) => {
    const writer = newWriter();
    await land(log, appendOf(0, { writer, bodies: bodiesOf("a", 2) }), appendOf(2));
    const longer = [...bodiesOf("a", 2), ...bodiesOf("after 2")];
    expect(await log.append(appendOf(0, { writer, bodies: longer }))).toBe("conflict");
  });

  test("evaluates an append again that was rejected before", async (log) => {
    const early = appendOf(1, { bodies: bodiesOf("early") });
    expect(await log.append(early)).toBe("conflict");
    await land(log, appendOf(0), early, early);
    expect((await recordsOf(log)).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
}
