import { describe, expect, it } from "vitest";
import type { MarkupEvent } from "./markup-event.ts";
import { createMarkupParser, parseMarkup } from "./markup-parser.ts";

const bodyLimit = 64 * 1024;

/** A call whose body is so long, with its string filled up from the given beginning. */
function callOfLength(bodyLength: number, beginning = ""): string {
  const empty = '{"name":"a","arguments":{"b":""}}';
  const filler = "x".repeat(bodyLength - empty.length - beginning.length);
  return `<tool_call>${empty.replace('""', `"${beginning}${filler}"`)}</tool_call>`;
}

/** A call whose arguments are a string with an object that holds so many arrays. */
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
  it("may be 64 KiB, and not one character more", () => {
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

  it("counts whitespace", () => {
    const spaces = " ".repeat(bodyLimit);
    expect(kinds(parseMarkup(`<tool_call>${spaces}</tool_call>`))).toBe("malformed");
    expect(parseMarkup(`<tool_call>${spaces} {"name":"a"}</tool_call>`)).toMatchObject([
      { kind: "malformed", reason: expect.stringContaining("too large") },
    ]);
  });

  it("does not make a call of what stands in the strings of one that is too long", () => {
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

  it("can be set", () => {
    const small = { maxBodyCharacters: 12 };
    expect(kinds(parseMarkup('<tool_call>{"name":"a"}</tool_call>', small))).toBe("call");
    expect(kinds(parseMarkup('<tool_call>{"name":"ab"}</tool_call>', small))).toBe("malformed");
  });
});

describe("the number of calls", () => {
  const one = '<tool_call>{"name":"a"}</tool_call>';

  it("may be 32; one event tells of all that are more", () => {
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

  it("includes calls that are malformed, so that what is told to the model is bounded", () => {
    const events = parseMarkup(`${"<tool_call>".repeat(1000)}${one}`);
    expect(events).toHaveLength(33);
    expect(events.every((event) => event.kind === "malformed")).toBe(true);
  });

  it("includes invented responses", () => {
    expect(parseMarkup("<tool_response></tool_response>".repeat(100))).toHaveLength(33);
  });

  it("does not end the reading of text and thoughts", () => {
    const events = parseMarkup(`${one}${one}${one}<think>${one}</think>x`, { maxCalls: 2 });
    expect(kinds(events)).toBe("call call malformed thought text");
  });

  it("is revoked as a whole by a thought's end", () => {
    const events = parseMarkup(`${one.repeat(40)}</think>`);
    expect(events).toHaveLength(33);
    expect(events.every((event) => event.kind === "malformed")).toBe(true);
  });
});

describe("the depth of a call", () => {
  it("can be set, and is 64 in arguments given as a string too", () => {
    expect(kinds(parseMarkup(nested(63)))).toBe("call");
    expect(kinds(parseMarkup(nested(64)))).toBe("malformed");
    expect(kinds(parseMarkup(nested(3), { maxDepth: 3 }))).toBe("malformed");
  });
});
