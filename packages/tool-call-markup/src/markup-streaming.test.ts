import { describe, expect, it } from "vitest";
import { createMarkupParser } from "./markup-parser.ts";

const call = '<tool_call>{"name":"a"}</tool_call>';

describe("an answer that comes in pieces", () => {
  it("gives text out at once", () => {
    const parser = createMarkupParser();
    expect(parser.push("Look")).toEqual([{ kind: "text", text: "Look" }]);
    expect(parser.push("ing.")).toEqual([{ kind: "text", text: "ing." }]);
    expect(parser.end()).toEqual([]);
  });

  it("holds back what may become a tag, until it cannot", () => {
    const parser = createMarkupParser();
    expect(parser.push("a <tool_c")).toEqual([{ kind: "text", text: "a " }]);
    expect(parser.push("a")).toEqual([]);
    expect(parser.push("ble")).toEqual([{ kind: "text", text: "<tool_cable" }]);
  });

  it("gives thoughts out as they come", () => {
    const parser = createMarkupParser();
    expect(parser.push("<think>Is it")).toEqual([{ kind: "thought", text: "Is it" }]);
    expect(parser.push(" enough?</thi")).toEqual([{ kind: "thought", text: " enough?" }]);
    expect(parser.push("nk>Yes")).toEqual([{ kind: "text", text: "Yes" }]);
  });

  it("tells of malformed markup as soon as it is over", () => {
    const parser = createMarkupParser();
    expect(parser.push("<tool_call>oops")).toEqual([]);
    expect(parser.push("</tool_call>")).toMatchObject([{ kind: "malformed" }]);
  });

  it("lets a call out at the end only, with everything behind it in its place", () => {
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

  it("gives text out at once again when the calls before it were revoked", () => {
    const parser = createMarkupParser();
    parser.push(`a${call}`);
    expect(parser.push("</think>b")).toMatchObject([
      { kind: "malformed" },
      { kind: "thought", text: "", textBeforeWasThought: true },
      { kind: "text", text: "b" },
    ]);
    expect(parser.push("c")).toEqual([{ kind: "text", text: "c" }]);
  });

  it("keeps the halves of a pair of surrogates together", () => {
    const parser = createMarkupParser();
    expect(parser.push("a\uD83D")).toEqual([{ kind: "text", text: "a" }]);
    expect(parser.push("")).toEqual([]);
    expect(parser.push("\uDE00b")).toEqual([{ kind: "text", text: "\u{1F600}b" }]);
  });

  it("has an end, after which it takes nothing and gives nothing", () => {
    const parser = createMarkupParser();
    parser.push(call);
    expect(parser.end()).toHaveLength(1);
    expect(parser.end()).toEqual([]);
    expect(() => parser.push("more")).toThrow("make a new parser");
  });

  it("shares nothing with another answer", () => {
    const first = createMarkupParser();
    const second = createMarkupParser();
    first.push("<think>");
    second.push(call);
    expect(first.end()).toEqual([]);
    expect(second.end()).toHaveLength(1);
  });

  it("never changes the prototype of anything", () => {
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
