import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readBugs } from "./bug.ts";
import { filesWith } from "./plant.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const bugs = readBugs(fileURLToPath(new URL("bugs", import.meta.url)));

describe("the bugs of the mutation tests", () => {
  it.each(bugs)("$name applies to the sources and names existing tests", (bug) => {
    for (const { before, after } of filesWith(bug, root)) expect(after).not.toBe(before);
    for (const test of bug.tests) expect(existsSync(join(root, test))).toBe(true);
  });
});
