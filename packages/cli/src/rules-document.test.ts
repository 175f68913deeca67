import { readFile } from "node:fs/promises";
import { parseRules } from "@agent-treasury/rules/yaml";
import { describe, expect, it } from "vitest";

describe("docs/rules.md", () => {
  it("shows rules that are valid", async () => {
    const text = await readFile(new URL("../../../docs/rules.md", import.meta.url), "utf8");
    const examples = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = ""]) => yaml);
    expect(examples.map((yaml) => parseRules(yaml).rules.length)).toEqual([2, 1]);
  });
});
