import { type Key, Micros } from "@agent-treasury/provider";
import { emptyTally, type Tally } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { maximumTallies, UsageTallies } from "./usage-tallies.ts";

const keyOf = (index: number): Key => ({ kind: "usage", id: `vendor ${index}` });
const tallyOf = (spent: bigint, count: number): Tally => ({ spent: Micros.of(spent), count });

/** The first changed last. */
function tallies(count: number): UsageTallies {
  let all = UsageTallies.none;
  for (let index = 0; index < count; index += 1) {
    all = all.add(keyOf(index), tallyOf(5n, 1), count - index);
  }
  return all;
}

describe("tallies", () => {
  it("add up by document", () => {
    const all = tallies(2).add(keyOf(1), tallyOf(7n, 2), 9);
    expect(all.get(keyOf(1))).toMatchObject({ spent: 12n, count: 3 });
    expect(all.get(keyOf(0))).toMatchObject({ spent: 5n, count: 1 });
    expect(all.get(keyOf(2))).toBe(emptyTally);
    expect(all.get({ kind: "allocation_usage", id: "vendor 1" })).toBe(emptyTally);
  });

  it("never change", () => {
    const before = tallies(2);
    const { records } = before;
    before.add(keyOf(0), tallyOf(1n, 1), 9);
    before.remove(keyOf(1));
    expect(before.records).toEqual(records);
  });

  it("are read back unchanged", () => {
    const { records } = tallies(3).remove(keyOf(1));
    expect(records).toEqual(["usage vendor 0 5 1", "usage vendor 2 5 1"]);
    expect(UsageTallies.fromRecords(records).records).toEqual(records);
    expect(UsageTallies.fromRecords(records).get(keyOf(2))).toMatchObject({ spent: 5n, count: 1 });
  });

  it.each(["", "usage vendor", "usage vendor -1 1", "usage vendor 1 1.5", "usage  1 1"])(
    "cannot be read from %j",
    (record) => {
      expect(() => UsageTallies.fromRecords([record])).toThrow(
        expect.objectContaining({ code: "storage_error" }),
      );
    },
  );

  it("leave space for those of a spend, and the longest unchanged ones leave first", () => {
    const full = tallies(maximumTallies);
    const ids = (keys: readonly Key[]) => full.excessWith(keys).map(({ key }) => key.id);
    expect(ids([keyOf(0)])).toEqual([]);
    expect(ids([keyOf(-1), keyOf(0), keyOf(-2)])).toEqual([
      `vendor ${maximumTallies - 1}`,
      `vendor ${maximumTallies - 2}`,
    ]);
    expect(ids([keyOf(-1), keyOf(maximumTallies - 1)])).toEqual([`vendor ${maximumTallies - 2}`]);
  });
});
