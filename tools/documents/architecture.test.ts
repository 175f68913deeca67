import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
const foldersIn = (path: string): readonly string[] =>
  readdirSync(`${root}${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

it("shows every package in the package diagram", () => {
  const picture = read("docs/images/packages.svg");
  expect(foldersIn("packages").filter((name) => !picture.includes(name))).toEqual([]);
});

it("describes every folder of the core, of its kernel, and every feature", () => {
  const page = read("docs/architecture.md");
  const described = (pattern: RegExp): readonly string[] =>
    [...page.matchAll(pattern)].map(([, name = ""]) => name);
  const folders = described(/^- `([a-z-]+)\/`: /gm);
  expect(folders.toSorted()).toEqual(foldersIn("packages/treasury-core/src").toSorted());
  const ofKernel = described(/^\| `([a-z-]+)\/` /gm);
  expect(ofKernel.toSorted()).toEqual(foldersIn("packages/treasury-core/src/kernel").toSorted());
  for (const feature of foldersIn("packages/treasury-core/src/features")) {
    expect(page).toContain(`\`${feature}\``);
  }
});
