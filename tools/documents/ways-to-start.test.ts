import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const starts =
  /\b(?:createTreasury|treasuryFromEnvironment|openDeployment|deploymentFromEnvironment|runServer|startServer)\b/g;
const table = "docs/production.md#ways-to-start";

const readText = (file: string): string => readFileSync(join(root, file), "utf8");

const readmes = ["README.md", ...globSync("{packages,examples}/*/README.md", { cwd: root })]
  .map((file) => ({ file, text: readText(file) }))
  .filter(({ text }) => text.match(starts) !== null);

it.each(readmes)("$file, which names a way to start, links to the table of all", ({ text }) => {
  expect(text).toContain(table);
});

it("compares every way that a README names", () => {
  const named = new Set(readmes.flatMap(({ text }) => text.match(starts) ?? []));
  const [, section = ""] = readText("docs/production.md").split(/^## /m);
  expect(section).toMatch(/^Ways to start/);
  expect(named.size).toBeGreaterThan(3);
  expect([...named].filter((name) => !section.includes(name))).toEqual([]);
});
