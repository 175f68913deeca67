import { describe, expect, it } from "vitest";
import { createMarkupParser } from "./markup-parser.ts";

const call = '<tool_call>{"name":"a"}</tool_call>';

describe("an answer in pieces", () => {
  it("returns text at once", () => {
    const parser = createMarkupParser();
    expect(parser.push("Look")).toEqual([{ kind: "text", text: "Look" }]);
    expect(parser.push("ing.")).toEqual([{ kind: "text", text: "ing." }]);
    expect(parser.end()).toEqual([]);
  });

  it("holds back a possible tag until it is decided", () => {
    const parser = createMarkupParser();
    expect(parser.push("a <tool_c")).toEqual([{ kind: "text", text: "a " }]);
    expect(parser.push("a")).toEqual([]);
    expect(parser.push("ble")).toEqual([{ kind: "text", text: "<tool_cable" }]);
  });

  it("returns thoughts at once", () => {
    const parser = createMarkupParser();
    expect(parser.push("<think>Is it")).toEqual([{ kind: "thought", text: "Is it" }]);
    expect(parser.push(" enough?</thi")).toEqual([{ kind: "thought", text: " enough?" }]);
    expect(parser.push("nk>Yes")).toEqual([{ kind: "text", text: "Yes" }]);
  });

  it("reports malformed markup as soon as it is complete", () => {
    const parser = createMarkupParser();
    expect(parser.push("<tool_call>oops")).toEqual([]);
    expect(parser.push("</tool_call>")).toMatchObject([{ kind: "malformed" }]);
  });

  it("returns a call at the end, followed by later events in order", () => {
    const parser = createMarkupParser();
    expect(parser.push(`a${call}b`)).toEqual([{ kind: "text", text: "a" }]);
    expect(parser.push("<tool_call>oops</tool_call>")).toEqual([]);
    expect(parser.push("c")).toEqual([]);
    expect(parser.end()).toMatchObject([
      { kind: "call", name: "a" },
      { kind: "text", text: "b" },
      { kind: "malformed" },
      { kind: "text", text: "c" },
    ]);
  });

  it("returns text at once again after its calls were revoked", () => {
    const parser = createMarkupParser();
    parser.push(`a${call}`);
    expect(parser.push("</think>b")).toMatchObject([
      { kind: "malformed" },
      { kind: "thought", text: "", textBeforeWasThought: true },
      { kind: "text", text: "b" },
    ]);
    expect(parser.push("c")).toEqual([{ kind: "text", text: "c" }]);
  });

  it("does not split a pair of surrogates", () => {
    const parser = createMarkupParser();
    expect(parser.push("a\uD83D")).toEqual([{ kind: "text", text: "a" }]);
    expect(parser.push("")).toEqual([]);
    expect(parser.push("\uDE00b")).toEqual([{ kind: "text", text: "\u{1F600}b" }]);
  });

  it("rejects pieces after its end", () => {
    const parser = createMarkupParser();
    parser.push(call);
    expect(parser.end()).toHaveLength(1);
    expect(parser.end()).toEqual([]);
    expect(() => parser.push("more")).toThrow("create a new parser");
  });

  it("shares no state with another answer", () => {
    const first = createMarkupParser();
    const second = createMarkupParser();
    first.push("<think>");
    second.push(call);
    expect(first.end()).toEqual([]);
    expect(second.end()).toHaveLength(1);
  });

  it("never changes a prototype", () => {
    const parser = createMarkupParser();
    const pieces = [
      '<tool_call>{"name":"a","arguments":{"__proto__":{"x":1},"c":{"__proto__":null}}}',
      '</tool_call><tool_call>{"name":"a","arguments":"{\\"__proto__\\":{\\"x\\":1}}"}',
      "</tool_call>",
    ];
    const events = [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
    expect(events.map(({ kind }) => kind)).toStrictEqual(["malformed", "malformed"]);
    expect("x" in {}).toBe(false);
  });
});
