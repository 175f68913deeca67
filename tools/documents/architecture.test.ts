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

it("describes every folder of the core", () => {
  const page = read("docs/architecture.md");
  const described = [...page.matchAll(/^- `([a-z-]+)\/`: /gm)].map(([, name]) => name);
  const folders = foldersIn("packages/treasury-core/src");
  expect(described).toHaveLength(folders.length);
  expect(described).toEqual(expect.arrayContaining([...folders]));
});
