import { readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";

const directory = new URL("../../decisions/", import.meta.url);
const files = readdirSync(directory)
  .filter((file) => file !== "README.md")
  .toSorted();

const read = (file: string): string => readFileSync(new URL(file, directory), "utf8");

it("numbers the decisions from 1, without gaps", () => {
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
});

it("begins each decision with its number and lists it by its title", () => {
  const index = read("README.md");
  for (const file of files) {
    const [heading = ""] = read(file).split("\n", 1);
    expect(heading).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `));
    expect(index).toContain(`[${heading.slice(2)}](${file})`);
  }
});

it("limits each decision to 1,500 characters and all of them to 14", () => {
  expect(files.filter((file) => read(file).length > 1_500)).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(14);
});
