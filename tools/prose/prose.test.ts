import { expect, it } from "vitest";
import { linter } from "./linter.ts";
import { readSource } from "./read-source.ts";

const source = `import "./a.ts";
/** Resolves once
 * nobody waits. */
// One comment
// of two lines.
export const message = \`The storage says \${1} word.\`;
export const element = <p className="x">Nobody told us</p>;
`;

it("reads comments, strings of several words and JSX text", () => {
  const texts = readSource("a.tsx", source).map(({ start, end }) => source.slice(start, end));
  expect(texts.map((text) => text.replaceAll(/\s+/g, " ").trim())).toEqual([
    "* Resolves once * nobody waits.",
    "One comment // of two lines.",
    "`The storage says ${1} word.`",
    "Nobody told us",
  ]);
});

it("reads only the titles of a test", () => {
  const test = `it("says so", () => { expect(read("nobody said this")).toBe(1); });
    describe.each([1])("of %d cases", () => {});`;
  const texts = readSource("a.test.ts", test).map(({ start, end }) => test.slice(start, end));
  expect(texts).toEqual(['"says so"', '"of %d cases"']);
});

it("reports a phrase with its line, also across two lines of a comment", async () => {
  const text = "/** The turn is\n * kept. It works. */\nexport const one = 1;\n";
  const { messages } = await linter.lintText(text, "a.ts");
  expect(messages).toMatchObject([
    { line: 1, message: "Write persisted, created, again, permanently, automatically." },
  ]);
});
