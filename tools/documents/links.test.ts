import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { deadLinks } from "./links.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Every document of the repository that is neither installed nor generated. */
function documents(folder = ""): readonly string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const skipped = /^(node_modules|dist|site|api|\..*)$/.test(entry.name);
      return skipped ? [] : documents(path);
    }
    return /\.md$|^llms\.txt$/.test(entry.name) ? [path] : [];
  });
}

it("has no dead link", () => {
  const all = documents();
  expect(all).toContain("docs/README.md");
  expect(all.flatMap((document) => deadLinks(root, document))).toEqual([]);
});

it("reports missing files and headings, and folders", () => {
  const folder = mkdtempSync(join(tmpdir(), "links-"));
  try {
    const links = [
      "there.md",
      "there.md#a-b",
      "gone.md",
      "there.md#gone",
      ".",
      "https://example.com/x",
    ];
    const text = `${links.map((link) => `[x](${link})`).join(" ")} \`[x](in-code.md)\``;
    writeFileSync(join(folder, "page.md"), text);
    writeFileSync(join(folder, "there.md"), "# A, b\n");
    expect(deadLinks(folder, "page.md")).toEqual([
      "page.md: gone.md",
      "page.md: there.md#gone",
      "page.md: .",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
