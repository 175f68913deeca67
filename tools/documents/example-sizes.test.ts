import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

/** The folders of example apps for agents and sellers. */
const folders = [
  "ai-sdk-chat/src",
  "langgraph-graph/src",
  "openai-agents-worker/src",
  "paid-api/src",
  "python",
];

it.each(folders)("examples/%s has fewer than 100 lines", (folder) => {
  const files = readdirSync(`${examples}${folder}`).filter((name) =>
    /(?<!\.test)\.(ts|py)$/.test(name),
  );
  const lines = files.map((name) =>
    readFileSync(`${examples}${folder}/${name}`, "utf8").split("\n"),
  );
  expect(lines.flatMap((one) => one.slice(0, -1)).length).toBeLessThan(100);
  expect(files.length).toBeGreaterThan(0);
});
