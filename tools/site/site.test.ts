import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readIndex } from "./contents.ts";
import { deadHrefs } from "./dead-hrefs.ts";
import { llmsText } from "./llms-text.ts";
import { outsideLoads } from "./outside-loads.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

it("has every guide in the index, once", () => {
  const indexed = readIndex(root).flatMap(({ documents }) => documents.map(({ path }) => path));
  const there = readdirSync(`${root}/docs`).filter((name) => name.endsWith(".md"));
  const guides = there.filter((name) => name !== "README.md").map((name) => `docs/${name}`);
  expect(indexed.filter((path) => path.startsWith("docs/")).toSorted()).toEqual(guides.toSorted());
  expect(new Set(indexed).size).toBe(indexed.length);
});

it("is listed in llms.txt as it is; `vitest run -u` on this file writes it anew", async () => {
  await expect(llmsText(root)).toMatchFileSnapshot("../../llms.txt");
});

it("tells what a page would load from elsewhere, and not where it links to", () => {
  const page = `<a href="https://example.com">there</a> <script src="assets/main.js"></script>`;
  expect(outsideLoads(page)).toEqual([]);
  for (const load of [
    `<script src="https://cdn.example/x.js">`,
    `<img src='//cdn.example/x.png'>`,
    `<link rel="stylesheet" href="https://fonts.example/css">`,
    `<style>@import url(https://fonts.example/css);</style>`,
  ]) {
    expect(outsideLoads(load)).toHaveLength(1);
  }
});

it("tells where a page leads that is not there", () => {
  const folder = mkdtempSync(join(tmpdir(), "dead-hrefs-"));
  try {
    mkdirSync(join(folder, "a b"));
    writeFileSync(
      join(folder, "top.html"),
      `<a href="a%20b/in.html#x"> <a href="https://x.example/">`,
    );
    writeFileSync(
      join(folder, "a b/in.html"),
      `<a href="../top.html?q"> <a href="top.html"> <a href="#x">`,
    );
    expect(deadHrefs(folder)).toEqual(["a b/in.html: top.html"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
