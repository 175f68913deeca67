import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { entryBytes } from "./entry-bytes.ts";

/** The limits of `packages/react/README.md`, in kB. Charts, Markdown and the rules' YAML load later. */
const limitsKb = {
  "agent-chat": 67,
  "agent-list": 61,
  "allocation-list": 62,
  "approval-inbox": 67,
  "command-centre": 125,
  "freeze-button": 54,
  "ledger-table": 32,
  "machine-list": 53,
  "money-summary": 28,
  "rules-editor": 72,
  "webhook-list": 61,
} as const;

const { TEST_LONG, TEST_PAGES } = process.env;
/** The whole page, and the ones with the least and the most common parts; all in the long form. */
const measured = Object.entries(limitsKb).filter(
  ([name]) =>
    (TEST_PAGES ?? TEST_LONG) !== undefined ||
    ["command-centre", "money-summary", "rules-editor"].includes(name),
);

it.each(measured)("keeps %s with its provider under %d kB", async (name, limit) => {
  const bytes = await entryBytes(name);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(limit * 1000);
});

it("states the sizes in the guide", () => {
  const guide = readFileSync(new URL("../../packages/react/README.md", import.meta.url), "utf8");
  const stated = [...guide.matchAll(/^\| `\.\/([\w-]+)` .* (\d+) kB \|$/gm)];
  const limits = stated.map(([, name = "", size]) => [name, Number(size)]);
  expect(Object.fromEntries(limits)).toEqual(limitsKb);
});
