import { rejectionCodeOf } from "../rejection.ts";
import { appendOf, bodiesOf, land, newWriter, numbered, recordsOf, turn } from "./build.ts";
import type { TurnLogSuite } from "./turn-log-suite.ts";

export function appends({ test, expect }: TurnLogSuite): void {
  test("numbers records consecutively from 1, over any number of appends", async (log) => {
    const [first, second, third] = [bodiesOf("a", 3), bodiesOf("b"), bodiesOf("c", 100)];
    await land(
      log,
      appendOf(0, { bodies: first }),
      appendOf(3, { bodies: second }),
      appendOf(4, { bodies: third }),
    );
    expect(await recordsOf(log)).toEqual(numbered([...first, ...second, ...third]));
  });

  test("returns conflict before the newest record, without writing", async (log) => {
    await land(log, appendOf(0, { bodies: bodiesOf("a", 4) }));
    for (const after of [0, 1, 3]) {
      const late = appendOf(after, { bodies: bodiesOf("late", 6) });
      expect(await log.append(late)).toBe("conflict");
    }
    expect(await recordsOf(log)).toEqual(numbered(bodiesOf("a", 4)));
  });

  test("returns conflict beyond the newest record, without a gap", async (log) => {
    expect(await log.append(appendOf(1))).toBe("conflict");
    expect(await recordsOf(log)).toEqual([]);
    await land(log, appendOf(0));
    expect(await log.append(appendOf(2))).toBe("conflict");
    await land(log, appendOf(1));
    expect(await recordsOf(log)).toEqual(
      numbered([...bodiesOf("after 0"), ...bodiesOf("after 1")]),
    );
  });

  test("lets a writer continue after another's records, once it has read them", async (log) => {
    const [writer, other] = [newWriter(), newWriter()];
    await land(log, appendOf(0, { writer }), appendOf(1, { writer: other }));
    expect(await log.append(appendOf(1, { writer, bodies: bodiesOf("b") }))).toBe("conflict");
    await land(log, appendOf(2, { writer, bodies: bodiesOf("b") }));
    expect((await recordsOf(log)).at(-1)).toEqual({ sequence: 3, body: { says: "b 0" } });
  });

  test("separates turns, also with the same id in other workspaces", async (log) => {
    const names = [
      turn,
      { ...turn, turnId: `${turn.turnId}7` },
      { ...turn, workspaceId: "acme:" },
      { workspaceId: "ac", turnId: `me${turn.turnId}` },
      { ...turn, workspaceId: "ACME" },
    ];
    for (const [index, name] of names.entries()) {
      await land(log, appendOf(0, { ...name, bodies: bodiesOf(`turn ${index}`, index + 1) }));
    }
    for (const [index, name] of names.entries()) {
      const bodies = bodiesOf(`turn ${index}`, index + 1);
      expect(await recordsOf(log, name)).toEqual(numbered(bodies));
    }
  });

  test("rejects an append that contradicts itself, without writing", async (log) => {
    const flawed = [
      appendOf(0, { bodies: [] }),
      appendOf(0, { bodies: bodiesOf("many", 101) }),
      appendOf(-1),
      appendOf(0.5),
      appendOf(Number.NaN),
      appendOf(0, { expiresAt: 0.5 }),
      appendOf(0, { expiresAt: Number.POSITIVE_INFINITY }),
      appendOf(0, { writer: "" }),
    ];
    for (const append of flawed) {
      expect(await rejectionCodeOf(log.append(append))).toBe("storage_error");
    }
    expect(await recordsOf(log)).toEqual([]);
    await land(log, appendOf(0));
  });
}
