import { describe, expect, it } from "vitest";
import { CallCollector } from "./collect-calls.ts";

type Delta = Parameters<CallCollector["add"]>[0];

/** Accepts the deltas of compatible servers, which differ from the types. */
function collected(...deltas: readonly object[]): ReturnType<CallCollector["calls"]> {
  const collector = new CallCollector();
  for (const delta of deltas) collector.add(delta as Delta);
  return collector.calls();
}

const call = (id: string, name: string, text: string): object => ({ id, name, arguments: text });

describe("assembling calls", () => {
  it("joins pieces by index when two calls are interleaved", () => {
    expect(
      collected(
        { index: 0, id: "a", function: { name: "first", arguments: "" } },
        { index: 1, id: "b", function: { name: "second" } },
        { index: 0, function: { arguments: '{"x":' } },
        { index: 1, function: { arguments: "{}" } },
        { index: 0, function: { arguments: "1}" } },
      ),
    ).toEqual([call("a", "first", '{"x":1}'), call("b", "second", "{}")]);
  });

  it("separates whole calls that all have index 0", () => {
    expect(
      collected(
        { index: 0, id: "a", function: { name: "first", arguments: "{}" } },
        { index: 0, id: "b", function: { name: "second", arguments: '{"y":2}' } },
      ),
    ).toEqual([call("a", "first", "{}"), call("b", "second", '{"y":2}')]);
  });

  it("joins pieces that repeat the id", () => {
    expect(
      collected(
        { index: 0, id: "a", function: { name: "first", arguments: "{" } },
        { index: 0, id: "a", function: { name: "first", arguments: "}" } },
      ),
    ).toEqual([call("a", "first", "{}")]);
  });

  it("uses the id when there is no index", () => {
    expect(
      collected(
        { id: "a", function: { name: "first", arguments: "{" } },
        { function: { arguments: "}" } },
        { id: "b", function: { name: "second", arguments: "{}" } },
      ),
    ).toEqual([call("a", "first", "{}"), call("b", "second", "{}")]);
  });

  it("assigns an id to a call without one or with a duplicate id", () => {
    const calls = collected(
      { index: 0, function: { name: "first", arguments: null } },
      { index: 1, id: "b", function: { name: "second", arguments: "{}" } },
      { index: 2, id: "b", function: { name: "third", arguments: "{}" } },
    );
    expect(calls.map(({ name }) => name)).toEqual(["first", "second", "third"]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
    expect(calls.every(({ id }) => id !== "")).toBe(true);
  });

  it("accepts 262,144 characters and 128 calls, and reports more", () => {
    const collector = new CallCollector();
    const half = "x".repeat(131_072);
    expect(collector.add({ index: 0, id: "a", function: { arguments: half } })).toBe(true);
    expect(collector.add({ index: 0, function: { arguments: half } })).toBe(true);
    expect(collector.add({ index: 0, function: { arguments: "x" } })).toBe(false);
    expect(collector.calls()[0]?.arguments.length).toBe(262_144);
    const many = new CallCollector();
    const begun = Array.from({ length: 129 }, (_, index) => many.add({ index, id: `id-${index}` }));
    expect(begun.lastIndexOf(true)).toBe(127);
  });
});
