import { expect, it } from "vitest";
import { outputTo } from "./output.ts";

function printed(print: (output: ReturnType<typeof outputTo>) => void): string {
  let text = "";
  const add = (lines: string) => (text += lines);
  print(outputTo(add, add));
  return text;
}

/** Clears the screen, reverses the text, ends a line, and uses the eight-bit form of an escape. */
const hostile = "a\u001b[2Jb\u202ec\u2028d\r\n\te\u009bf";

it("prints a text on one line, without characters that act on a terminal", () => {
  expect(printed(({ print }) => print(hostile))).toBe("a\\u001b[2Jb\\u202ec d e\\u009bf\n");
});

it("prints an object as JSON that is safe on a terminal and reads back the same", () => {
  const json = printed(({ print }) => print({ hostile }));
  expect(json).not.toMatch(/[\p{Bidi_Control}\u2028\u007f-\u009f]/u);
  expect(json.split("\n")).toHaveLength(4);
  expect(JSON.parse(json)).toEqual({ hostile });
});

it("keeps the line ends of longer texts only", () => {
  const text = "one\n\ntwo\u001b[A\rthree";
  const shown = "one\n\ntwo\\u001b[A\\u000dthree\n";
  expect(printed(({ printLines }) => printLines(text))).toBe(shown);
  expect(printed(({ complain }) => complain(text))).toBe(shown);
});
