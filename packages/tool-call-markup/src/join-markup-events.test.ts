import { describe, expect, it } from "vitest";
import { joinMarkupEvents } from "./join-markup-events.ts";
import type { MarkupEvent } from "./markup-event.ts";

const call: MarkupEvent = { kind: "call", name: "a", arguments: {} };

describe("joining events", () => {
  it("joins neighbours of one kind and omits empty ones", () => {
    expect(
      joinMarkupEvents([
        { kind: "text", text: "a" },
        { kind: "text", text: "" },
        { kind: "text", text: "b" },
        { kind: "thought", text: "" },
        { kind: "thought", text: "c" },
        call,
        { kind: "text", text: "d" },
      ]),
    ).toEqual([
      { kind: "text", text: "ab" },
      { kind: "thought", text: "c" },
      call,
      { kind: "text", text: "d" },
    ]);
  });

  it("converts text that was thought, and preserves the rest", () => {
    expect(
      joinMarkupEvents([
        { kind: "text", text: "a" },
        { kind: "malformed", reason: "b", source: "c" },
        { kind: "text", text: "d" },
        { kind: "thought", text: "", textBeforeWasThought: true },
        { kind: "text", text: "e" },
      ]),
    ).toEqual([
      { kind: "thought", text: "a" },
      { kind: "malformed", reason: "b", source: "c" },
      { kind: "thought", text: "d" },
      { kind: "text", text: "e" },
    ]);
  });

  it("is idempotent", () => {
    const once = joinMarkupEvents([{ kind: "text", text: "a" }, { kind: "text", text: "b" }, call]);
    expect(joinMarkupEvents(once)).toEqual(once);
  });
});
