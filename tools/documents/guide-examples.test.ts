// What the guides show how to write is run under the suites, as the guides show it: a file for each block.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { codeOf } from "./code-blocks.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const guides = ["model", "payment-processor", "machine-host"].map(
  (port) => `docs/writing-a-${port}.md`,
);
const code = guides.flatMap((guide) => codeOf(root, guide));
for (const { path, text } of code) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
afterAll(() => {
  for (const { path } of code) rmSync(dirname(path), { recursive: true, force: true });
});
for (const { path } of code.filter((one) => one.path.endsWith(".test.ts"))) await import(path);
