import { describe, expect, it } from "vitest";
import type { MarkupEvent } from "./markup-event.ts";
import { createMarkupParser, parseMarkup } from "./markup-parser.ts";

const bodyLimit = 64 * 1024;

/** A call with a body of this length, padded in a string after `beginning`. */
function callOfLength(bodyLength: number, beginning = ""): string {
  const empty = '{"name":"a","arguments":{"b":""}}';
  const filler = "x".repeat(bodyLength - empty.length - beginning.length);
  return `<tool_call>${empty.replace('""', `"${beginning}${filler}"`)}</tool_call>`;
}

/** A call with nested arrays in string arguments. */
function nested(levels: number): string {
  const arrays = `${"[".repeat(levels)}${"]".repeat(levels)}`;
  return `<tool_call>{"name":"a","arguments":"{\\"b\\":${arrays}}"}</tool_call>`;
}

function kinds(events: readonly MarkupEvent[]): string {
  return events.map((event) => event.kind).join(" ");
}

function inPieces(input: string, length: number): MarkupEvent[] {
  const parser = createMarkupParser();
  const events: MarkupEvent[] = [];
  for (let index = 0; index < input.length; index += length) {
    events.push(...parser.push(input.slice(index, index + length)));
  }
  return [...events, ...parser.end()];
}

describe("the length of a call", () => {
  it("is limited to 64 KiB", () => {
    expect(kinds(parseMarkup(callOfLength(bodyLimit)))).toBe("call");
    expect(parseMarkup(callOfLength(bodyLimit + 1))).toStrictEqual([
      {
        kind: "malformed",
        reason: expect.stringContaining("at most 65536 characters"),
        source: expect.stringMatching(/^<tool_call>\{"name":"a".{178}$/),
      },
    ]);
  });

  it("is the same in pieces", () => {
    for (const length of [1, 16, 1000, bodyLimit]) {
      expect(kinds(inPieces(callOfLength(bodyLimit), length))).toBe("call");
      expect(kinds(inPieces(callOfLength(bodyLimit + 1), length))).toBe("malformed");
    }
  });

  it("includes whitespace", () => {
    const spaces = " ".repeat(bodyLimit);
    expect(kinds(parseMarkup(`<tool_call>${spaces}</tool_call>`))).toBe("malformed");
    expect(parseMarkup(`<tool_call>${spaces} {"name":"a"}</tool_call>`)).toMatchObject([
      { kind: "malformed", reason: expect.stringContaining("too large") },
    ]);
  });

  it("does not turn strings of an oversized call into calls", () => {
    const inner = '</tool_call><tool_call>{\\"name\\":\\"b\\"}</tool_call>';
    const input = `${callOfLength(2 * bodyLimit, inner)} and <tool_call>{"name":"c"}</tool_call>`;
    const late = input.replace(
      /"b":".*?x+/s,
      (start) => `"b":"${"x".repeat(bodyLimit)}${start.slice(5)}`,
    );
    const behind = input.replace('"b":"', `"b":["${"x".repeat(bodyLimit)}","`);
    for (const each of [input, late, behind]) {
      const events = parseMarkup(each);
      expect(kinds(events)).toBe("malformed text call");
      expect(events.at(-1)).toMatchObject({ name: "c" });
    }
  });

  it("is configurable", () => {
    const small = { maxBodyCharacters: 12 };
    expect(kinds(parseMarkup('<tool_call>{"name":"a"}</tool_call>', small))).toBe("call");
    expect(kinds(parseMarkup('<tool_call>{"name":"ab"}</tool_call>', small))).toBe("malformed");
  });
});

describe("the number of calls", () => {
  const one = '<tool_call>{"name":"a"}</tool_call>';

  it("is limited to 32, and one event reports the rest", () => {
    expect(parseMarkup(one.repeat(32)).every((event) => event.kind === "call")).toBe(true);
    for (const count of [33, 40]) {
      const events = parseMarkup(one.repeat(count));
      expect(events).toHaveLength(33);
      expect(events.slice(0, 32).every((event) => event.kind === "call")).toBe(true);
      expect(events[32]).toMatchObject({
        kind: "malformed",
        reason: expect.stringContaining("at most 32 calls"),
      });
    }
  });

  it("includes malformed calls, so that messages to the model are bounded", () => {
    const events = parseMarkup(`${"<tool_call>".repeat(1000)}${one}`);
    expect(events).toHaveLength(33);
    expect(events.every((event) => event.kind === "malformed")).toBe(true);
  });

  it("includes invented responses", () => {
    expect(parseMarkup("<tool_response></tool_response>".repeat(100))).toHaveLength(33);
  });

  it("does not stop the reading of text and thoughts", () => {
    const events = parseMarkup(`${one}${one}${one}<think>${one}</think>x`, { maxCalls: 2 });
    expect(kinds(events)).toBe("call call malformed thought text");
  });

  it("is revoked together by a thought's end", () => {
    const events = parseMarkup(`${one.repeat(40)}</think>`);
    expect(events).toHaveLength(33);
    expect(events.every((event) => event.kind === "malformed")).toBe(true);
  });
});

describe("the depth of a call", () => {
  it("is configurable, and is 64 also in string arguments", () => {
    expect(kinds(parseMarkup(nested(63)))).toBe("call");
    expect(kinds(parseMarkup(nested(64)))).toBe("malformed");
    expect(kinds(parseMarkup(nested(3), { maxDepth: 3 }))).toBe("malformed");
  });
});
