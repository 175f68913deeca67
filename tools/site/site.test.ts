import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readIndex } from "./contents.ts";
import { llmsFullText, llmsText } from "./llms-text.ts";
import { publishTexts } from "./publish-texts.ts";

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

it("publishes what a page of HTML links to beside the page", () => {
  const site = mkdtempSync(join(tmpdir(), "site-"));
  try {
    publishTexts(root, ["bench/faults/comparison.html"], site);
    expect(existsSync(join(site, "bench/faults/contestants/x402-fetch.ts"))).toBe(true);
  } finally {
    rmSync(site, { recursive: true });
  }
});

/** The guides in the folder, without the index. */
function pathsOfGuides(): readonly string[] {
  const names = readdirSync(`${root}/docs`).filter((name) => name.endsWith(".md"));
  return names.filter((name) => name !== "README.md").map((name) => `docs/${name}`);
}
