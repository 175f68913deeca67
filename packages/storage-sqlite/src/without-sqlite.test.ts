import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundleScript } from "../../../tools/build/bundle-script.ts";

const sourcePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

it("loads on a runtime without node:sqlite, so that the check of the version can run", () => {
  const bundle = bundleScript(
    sourcePath("./without-sqlite.fixture.ts"),
    sourcePath("../node_modules/.cache/fixtures"),
  );
  const output = execFileSync(process.execPath, ["--no-experimental-sqlite", bundle], {
    encoding: "utf8",
  });
  expect(output).toMatch(/^This runtime has no node:sqlite: use Node 22\.13 or later/);
});
