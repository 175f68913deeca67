import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readBugs } from "./bug.ts";
import { filesWith } from "./plant.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const bugs = readBugs(fileURLToPath(new URL("bugs", import.meta.url)));

describe("the planted bugs", () => {
  it.each(bugs)("$name still fits the sources, and names tests that exist", (bug) => {
    for (const { before, after } of filesWith(bug, root)) expect(after).not.toBe(before);
    for (const test of bug.tests) expect(existsSync(join(root, test))).toBe(true);
  });
});
