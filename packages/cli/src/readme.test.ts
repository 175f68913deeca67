import { readFileSync } from "node:fs";
import { errorCatalogue } from "@agent-treasury/contract";
import { settingNames } from "@agent-treasury/server";
import { describe, expect, it } from "vitest";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");

/** The first two cells of each row of the table below a heading, without formatting. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, 3)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

describe("the README", () => {
  it("lists every error with its status, and no others", () => {
    const expected = Object.entries(errorCatalogue).map(([code, { status }]) => [
      String(status),
      code,
    ]);
    const listed = rowsBelow("Errors");
    expect(listed).toHaveLength(expected.length);
    expect(listed).toEqual(expect.arrayContaining(expected));
  });

  it("lists every setting, and no others", () => {
    const listed = rowsBelow("Settings").map(([variable]) => variable);
    expect(new Set(listed)).toEqual(new Set(settingNames));
    expect(listed).toHaveLength(settingNames.length);
  });
});
