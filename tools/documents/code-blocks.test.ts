import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { codeOf, documentsWithCode } from "./code-blocks.ts";
import { problemsIn } from "./compile.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

it("compiles the TypeScript of every README and guide", { timeout: 1_200_000 }, () => {
  const code = documentsWithCode(root).flatMap((document) => codeOf(root, document));
  expect(new Set(code.map(({ document }) => document))).toContain("README.md");
  expect(problemsIn(root, code)).toEqual([]);
});

it("reports code that does not compile, and a package that does not exist", () => {
  const wrong = [
    'import { sqliteStorage } from "@agent-treasury/storage-sqlite"; sqliteStorage({});',
    'import "@agent-treasury/no-such-package/x"; const a: number = "";',
  ].map((text, index) => {
    return { document: "README.md", path: `${root}/examples/express/block-${index}.ts`, text };
  });
  expect(problemsIn(root, wrong)).toEqual([
    expect.stringContaining("'path' is missing"),
    expect.stringContaining("no-such-package"),
    expect.stringContaining("not assignable"),
  ]);
});
