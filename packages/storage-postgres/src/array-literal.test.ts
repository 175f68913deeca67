import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { arrayLiteral } from "./array-literal.ts";

const server = testServer();

async function read(type: string, elements: Parameters<typeof arrayLiteral>[0]): Promise<unknown> {
  const text = `SELECT to_json($1::${type}[]) AS read`;
  const { rows } = await server.pool().query(text, [arrayLiteral(elements)]);
  return rows[0]?.read;
}

describe("an array literal", () => {
  it.each([
    ["quotes and backslashes", ['"', "\\", '\\"', 'a"b\\c"', "\\\\"]],
    ["separators and braces", [",", "{", "}", "{}", "a,b", " "]],
    ["an empty text, NULL in capitals, and null", ["", "NULL", null, "null"]],
    ["line breaks and other scripts", ["a\nb", "\t", "日本語", "🙂", "\u2028"]],
    ["no elements", []],
  ])("keeps texts with %s", async (_, texts) => {
    expect(await read("text", texts)).toEqual(texts);
  });

  it("keeps numbers and booleans", async () => {
    expect(await read("bigint", [1, "-2", null, 9_007_199_254_740_991])).toEqual([
      1,
      -2,
      null,
      9_007_199_254_740_991,
    ]);
    expect(await read("boolean", [true, false, null])).toEqual([true, false, null]);
  });
});
