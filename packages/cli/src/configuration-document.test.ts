import { globSync, readFileSync } from "node:fs";
import { isSettingsError, readSettings, settingNames } from "@agent-treasury/server";
import { expect, it } from "vitest";

const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");

it("lists every setting of the environment once, and no other", () => {
  const [, section = ""] = /^## Environment variables\n([\s\S]+?)^## /m.exec(page) ?? [];
  const heads = [...section.matchAll(/^- (`[^:(]+)/gm)].map(([, head = ""]) => head);
  const listed = heads.flatMap((head) => head.match(/[A-Z][A-Z\d_]+/g) ?? []);
  expect(new Set(listed)).toEqual(new Set(settingNames));
  expect(listed).toHaveLength(settingNames.length);
});

it("uses only names in documents that a service accepts, so that processes can share a shell", () => {
  const root = new URL("../../../", import.meta.url);
  const pages = globSync(["*.md", "docs/*.md", "{packages,examples}/*/*.md"], { cwd: root });
  const texts = pages.map((path) => readFileSync(new URL(path, root), "utf8"));
  const names = new Set(texts.join("\n").match(/\bTREASURY_[A-Z\d_]+/g));
  expect(names).toContain("TREASURY_TOKEN");
  const others = [...names].filter((name) => !settingNames.some((known) => known === name));
  expect(problemsWith(others)).toEqual([]);
});

function problemsWith(names: readonly string[]): readonly object[] {
  try {
    readSettings(Object.fromEntries(names.map((name) => [name, "x"])));
    return [];
  } catch (error) {
    if (isSettingsError(error)) return error.problems;
    throw error;
  }
}
