// Runs the guides' examples and their tests, one file per block.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { codeOf } from "./code-blocks.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const ports = ["model", "payment-processor", "machine-host"];
const guides = [
  ...ports.map((port) => `docs/writing-a-${port}.md`),
  "docs/approvals.md",
  "docs/sign-in.md",
  "docs/testing-your-app.md",
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
