import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { forbiddenImports } from "./core-imports.ts";

const core = fileURLToPath(new URL("../../packages/treasury-core/src", import.meta.url));

describe("imports inside the core", () => {
  it("go to required features by their index, and never in a circle", () => {
    expect(forbiddenImports(core)).toEqual({ unrequired: [], pastIndex: [], inCycles: [] });
  });

  it("are reported by what they cross", () => {
    const source = folderWith({
      "kernel/a.ts": `import { b } from "../features/rules/b.ts"; export const a = b;`,
      "features/rules/b.ts": `export * from "../freezes/index.ts"; export const b = 1;`,
      "features/freezes/index.ts": `import type { A } from "../../kernel/a.ts"; import zod from "zod";`,
      "features/inbox/index.ts": `import "../freezes/index.ts"; export const f = { requires: ["freezes"] };`,
      "features/freezes/freeze.test.ts": `import { b } from "../rules/b.ts";`,
    });
    expect(forbiddenImports(source)).toEqual({
      unrequired: ["features/rules/b.ts"],
      pastIndex: ["kernel/a.ts"],
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
