// Runs the tests that guides contain. Each code block with a file name is written to that file.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { codeOf } from "./code-blocks.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const ports = ["model", "payment-processor", "payment-executor", "machine-host"];
const guides = [
  ...ports.map((port) => `docs/writing-a-${port}.md`),
  "docs/sign-in.md",
  "docs/testing.md",
];
const code = guides.flatMap((guide) => codeOf(root, guide));
for (const { path, text } of code) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
afterAll(() => {
  for (const { path } of code) rmSync(dirname(path), { recursive: true, force: true });
});
for (const { path } of code.filter((one) => one.path.endsWith(".test.ts"))) await import(path);
