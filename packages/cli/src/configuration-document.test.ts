import { readFileSync } from "node:fs";
import { settingNames } from "@agent-treasury/server";
import { expect, it } from "vitest";

const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");

it("lists every setting of the environment once, and no other", () => {
  const [, section = ""] = /^## Environment variables\n([\s\S]+?)^## /m.exec(page) ?? [];
  const heads = [...section.matchAll(/^- (`[^:(]+)/gm)].map(([, head = ""]) => head);
  const listed = heads.flatMap((head) => head.match(/[A-Z][A-Z\d_]+/g) ?? []);
  expect(new Set(listed)).toEqual(new Set(settingNames));
  expect(listed).toHaveLength(settingNames.length);
});
