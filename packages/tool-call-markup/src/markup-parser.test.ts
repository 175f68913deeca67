import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExpectedEvent } from "./cases/markup-case.fixture.ts";
import { markupCases } from "./cases/markup-cases.fixture.ts";
import { joinMarkupEvents } from "./join-markup-events.ts";
import type { MarkupEvent, MarkupMalformed } from "./markup-event.ts";
import { createMarkupParser, parseMarkup } from "./markup-parser.ts";

function parsePieces(pieces: readonly string[]): MarkupEvent[] {
  const parser = createMarkupParser();
  const events = pieces.flatMap((piece) => parser.push(piece));
  return joinMarkupEvents([...events, ...parser.end()]);
}

function inPiecesOf(length: number, input: string): string[] {
  const pieces: string[] = [];
  for (let index = 0; index < input.length; index += length) {
    pieces.push(input.slice(index, index + length));
  }
  return pieces;
}

function matcher(event: ExpectedEvent): unknown {
  if (event.kind !== "malformed") return event;
  const anySource: unknown = expect.any(String);
  return {
    kind: "malformed",
    reason: expect.stringContaining(event.reasonPart),
    source: event.source ?? anySource,
  };
}

describe("the table of cases", () => {
  it("has at least 120 cases with unique titles", () => {
    expect(markupCases.length).toBeGreaterThanOrEqual(120);
    expect(new Set(markupCases.map(([title]) => title)).size).toBe(markupCases.length);
    expect(new Set(markupCases.map(([, input]) => input)).size).toBe(markupCases.length);
  });

  it.each(markupCases)("%s", (_title, input, events) => {
    expect(parseMarkup(input)).toStrictEqual(events.map(matcher));
  });

  it.each(markupCases)("split anywhere: %s", (_title, input) => {
    const whole = parseMarkup(input);
    for (let cut = 0; cut <= input.length; cut += 1) {
      expect(parsePieces([input.slice(0, cut), input.slice(cut)])).toStrictEqual(whole);
    }
    for (const length of [1, 2, 3, 16]) {
      expect(parsePieces(inPiecesOf(length, input))).toStrictEqual(whole);
    }
  });

  const refused = markupCases.filter(([, input]) => malformedIn(input).length > 0);

  it.each(refused)("has bounded messages to the model: %s", (_title, input) => {
    for (const event of malformedIn(input)) {
      expect(event.source.length).toBeLessThanOrEqual(200);
      expect(event.reason.length).toBeLessThanOrEqual(400);
      expect(event.reason).toMatch(/^[A-Z].*\.$/s);
    }
  });
});

describe("any answer", () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      "<tool_call>",
      "</tool_call>",
      "<think>",
      "</think>",
      "<tool_response>",
      "</tool_response>",
      '{"name":"a","arguments":{"b":"c"}}',
      '<tool_call>{"name":"a"}</tool_call>',
      "<",
      "</",
      "<tool_",
      '"',
      "\\",
      "{",
      "}",
      ",",
      "```json\n",
      "\\u00",
      "\uD83D",
      "\uDE00",
      "\0",
      "1e9",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.string({ unit: fc.constantFrom("<", ">", "/", "t", "h", '"', " "), maxLength: 6 }),
  );
  const answer = fc.array(fragment, { maxLength: 20 }).map((parts) => parts.join(""));

  it("has the same events however it is split", () => {
    const cuts = fc.array(fc.nat(200), { maxLength: 12 });
    fc.assert(
      fc.property(answer, cuts, (input, places) => {
        const ends = [...places, 0, input.length].toSorted((left, right) => left - right);
        const pieces = ends.map((end, index) => input.slice(ends[index - 1] ?? 0, end));
        expect(parsePieces(pieces)).toStrictEqual(parseMarkup(input));
        expect(parsePieces(inPiecesOf(1, input))).toStrictEqual(parseMarkup(input));
      }),
      { numRuns: 3000 },
    );
  });

  it("yields well-formed strings", () => {
    fc.assert(
      fc.property(answer, (input) => {
        expect(JSON.stringify(parseMarkup(input))).not.toMatch(/\\ud[89a-f]/i);
      }),
      { numRuns: 2000 },
    );
  });

  it("yields calls without U+0000 and with finite numbers", () => {
    fc.assert(
      fc.property(answer, (input) => {
        const obeyed = parseMarkup(input).filter(
          ({ kind }) => kind === "call" || kind === "malformed",
        );
        expect(JSON.stringify(obeyed)).not.toMatch(/\\u0000/);
      }),
      { numRuns: 2000 },
    );
  });

  it("in an open thought is only thought", () => {
    fc.assert(
      fc.property(answer, (input) => {
        const kinds = parseMarkup(`<think>a${input.replaceAll(/<\/think/gi, "")}`).map(
          ({ kind }) => kind,
        );
        expect(kinds).toEqual(["thought"]);
      }),
      { numRuns: 2000 },
    );
  });

  it("without tags is returned unchanged", () => {
    const prose = fc
      .string({ unit: fc.constantFrom("a", "<", ">", "/", "b", "\n", '"', "{", "€", "😀") })
      .filter((input) => input !== "");
    fc.assert(
      fc.property(prose, (input) => {
        expect(parseMarkup(input)).toStrictEqual([{ kind: "text", text: input }]);
      }),
    );
  });

  it("contains its calls, with any JSON", () => {
    const argumentsOf = fc
      .dictionary(
        fc.string().filter((key) => key !== "__proto__" && !key.includes("\0")),
        fc.jsonValue({ maxDepth: 4 }).map(withoutNull),
        { maxKeys: 4 },
      )
      .map((given): Record<string, unknown> => JSON.parse(JSON.stringify(given)));
    const name = fc.string({ minLength: 1 }).map((text) => `t${text.replaceAll("\0", "")}`);
    const calls = fc.array(fc.record({ name, given: argumentsOf }), { maxLength: 5 });
    fc.assert(
      fc.property(calls, (written) => {
        const input = written
          .map((each) => JSON.stringify({ name: each.name, arguments: each.given }))
          .map((json) => `<tool_call>${json}</tool_call>`)
          .join("");
        const expected = written.map((each) => ({
          kind: "call",
          name: each.name,
          arguments: each.given,
        }));
        expect(parseMarkup(input)).toEqual(expected);
        expect(parseMarkup(`<think>${input.replaceAll("think>", "")}</think>`).length).toBe(
          written.length === 0 ? 0 : 1,
        );
        expect(parseMarkup(`<think>${input}`).filter(({ kind }) => kind === "malformed")).toEqual(
          [],
        );
      }),
    );
  });
});

function malformedIn(input: string): readonly MarkupMalformed[] {
  return parseMarkup(input).filter((event) => event.kind === "malformed");
}

function withoutNull(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll("\\u0000", "").replaceAll("__proto__", "p"));
}
