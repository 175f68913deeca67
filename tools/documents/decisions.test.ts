import { readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";

const directory = new URL("../../docs/decisions/", import.meta.url);
const files = readdirSync(directory)
  .filter((file) => file !== "README.md")
  .toSorted();

function numberOf(file: string): number {
  return Number(file.slice(0, 4));
}

it("gives each decision a number of its own", () => {
  const shared = files.filter(
    (file, index) => numberOf(files[index + 1] ?? "0") === numberOf(file),
  );
  expect(shared).toEqual([]);
});

it("begins each decision with its number", () => {
  for (const file of files) {
    const [heading] = readFileSync(new URL(file, directory), "utf8").split("\n", 1);
    expect(heading).toMatch(new RegExp(`^# ${numberOf(file)}\\. `));
  }
});
