import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { counterFromJson, counterToJson } from "./counter-json.ts";
import { type Counter, emptyCounter } from "./counter.ts";

const counter: Counter = {
  spans: [
    { name: "2026-11", spent: Micros.of(24_000_000n), count: 2, payees: ["p1"] },
    { name: "2026-10", spent: Micros.of(1n), count: 1, payees: [] },
  ],
  held: Micros.of(5n),
  heldCount: 1,
  heldPayees: [["p2", 1]],
};

describe("a stored counter", () => {
  it("is compact", () => {
    expect(JSON.stringify(counterToJson(counter))).toBe(
      '["5",1,[["2026-11","24000000",2,["p1"]],["2026-10","1",1]],[["p2",1]]]',
    );
    expect(JSON.stringify(counterToJson(emptyCounter))).toBe('["0",0,[]]');
  });

  it.each([counter, emptyCounter])("is read back unchanged", (stored) => {
    const text = JSON.stringify(counterToJson(stored));
    expect(counterFromJson(JSON.parse(text))).toEqual(stored);
  });

  it.each([
    "all",
    "12345",
    "2026",
    "2026-11",
    "2026-Q4",
    "2026-W53",
    "2026-11-23",
    "2026-11-23T10:30Z",
  ])("may have the span %s", (name) => {
    expect(counterFromJson(["0", 0, [[name, "1", 1]]])?.spans[0]?.name).toBe(name);
  });

  it.each([
    null,
    {},
    "counter",
    ["0", 0],
    ["0", 0, [], [], []],
    [0, 0, []],
    ["-1", 0, []],
    ["0.5", 0, []],
    ["0", -1, []],
    ["0", 0.5, []],
    ["0", "0", []],
    ["0", 0, {}],
    ["0", 0, ["2026-11"]],
    ["0", 0, [["2026-11", "1"]]],
    ["0", 0, [["2026-11", "1", 1, [], []]]],
    ["0", 0, [["2026-11", 1, 1]]],
    ["0", 0, [["2026-11", "1", null]]],
    ["0", 0, [["2026-11", "1", 1, [1]]]],
    ["0", 0, [["2026-Q5", "1", 1]]],
    ["0", 0, [["-1", "1", 1]]],
    ["0", 0, [[2026, "1", 1]]],
    ["0", 0, [], ["p1"]],
    ["0", 0, [], [["p1", 0]]],
    ["0", 0, [], [["p1", 1, 1]]],
    ["0", 0, [], [[1, 1]]],
  ])("is unavailable if it is corrupt: %j", (json) => {
    expect(counterFromJson(json)).toBeUndefined();
  });
});
