import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { countCoreImports } from "./core-imports.ts";

const core = fileURLToPath(new URL("../../packages/treasury-core/src", import.meta.url));

describe("imports inside the core", () => {
  it("are no more than recorded; lower the record when there are fewer", () => {
    expect(countCoreImports(core)).toEqual({
      betweenFeatures: 67,
      pastIndex: 129,
      inCycles: [],
    });
  });

  it("are counted by what they cross", () => {
    const source = folderWith({
      "kernel/a.ts": `import { b } from "../features/rules/b.ts"; export const a = b;`,
      "features/rules/b.ts": `export * from "../freezes/index.ts"; export const b = 1;`,
      "features/freezes/index.ts": `import type { A } from "../../kernel/a.ts"; import zod from "zod";`,
      "features/freezes/freeze.test.ts": `import { b } from "../rules/b.ts";`,
    });
    expect(countCoreImports(source)).toEqual({
      betweenFeatures: 1,
      pastIndex: 1,
      inCycles: ["freezes", "kernel", "rules"],
    });
  });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "core-imports-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
