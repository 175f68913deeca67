import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readIndex } from "./contents.ts";
import { llmsText } from "./llms-text.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

it("lists every guide in the index once", () => {
  const indexed = readIndex(root).flatMap(({ documents }) => documents.map(({ path }) => path));
  const there = readdirSync(`${root}/docs`).filter((name) => name.endsWith(".md"));
  const guides = there.filter((name) => name !== "README.md").map((name) => `docs/${name}`);
  expect(indexed.filter((path) => path.startsWith("docs/")).toSorted()).toEqual(guides.toSorted());
  expect(new Set(indexed).size).toBe(indexed.length);
});

it("matches llms.txt, which `vitest run -u` on this file regenerates", async () => {
  await expect(llmsText(root)).toMatchFileSnapshot("../../llms.txt");
});
