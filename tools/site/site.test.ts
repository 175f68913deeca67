import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readIndex } from "./contents.ts";
import { llmsFullText, llmsText } from "./llms-text.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

it("lists every guide in the index once", () => {
  const indexed = readIndex(root).flatMap(({ documents }) => documents.map(({ path }) => path));
  const guides = pathsOfGuides();
  expect(indexed.filter((path) => path.startsWith("docs/")).toSorted()).toEqual(guides.toSorted());
  expect(new Set(indexed).size).toBe(indexed.length);
});

it("matches llms.txt, which `vitest run -u` on this file regenerates", async () => {
  await expect(llmsText(root)).toMatchFileSnapshot("../../llms.txt");
});

it("gives a model every guide and every package in one text", () => {
  const text = llmsFullText(root);
  const paths = [...text.matchAll(/^===== (.+) =====$/gm)].map(([, path]) => path);
  expect(paths).toContain("README.md");
  expect(paths).toContain("packages/adapter-express/README.md");
  expect(paths).toEqual(expect.arrayContaining([...pathsOfGuides()]));
  expect(new Set(paths).size).toBe(paths.length);
});

/** The guides in the folder, without the index. */
function pathsOfGuides(): readonly string[] {
  const names = readdirSync(`${root}/docs`).filter((name) => name.endsWith(".md"));
  return names.filter((name) => name !== "README.md").map((name) => `docs/${name}`);
}
