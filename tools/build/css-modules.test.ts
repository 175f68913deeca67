import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { cssModules } from "./css-modules.ts";

const source = fileURLToPath(new URL("../../packages/react/src", import.meta.url));

async function builtStyles(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "styles-"));
  const output = join(directory, "styles.css");
  try {
    await build({
      entryPoints: [join(source, "index.ts")],
      bundle: true,
      write: false,
      format: "esm",
      packages: "external",
      logLevel: "error",
      plugins: [cssModules({ base: join(source, "styles.css"), output })],
    });
    return readFileSync(output, "utf8");
  } finally {
    rmSync(directory, { recursive: true });
  }
}

it("places elements in grid areas of other modules", async () => {
  const styles = await builtStyles();
  const templates = [...styles.matchAll(/grid-template(?:-areas)?:([^;}]*)/g)];
  const named = new Set(templates.flatMap(([, text = ""]) => text.match(/[a-z][\w-]*/gi) ?? []));
  const used = [...styles.matchAll(/grid-area: ?([a-z][\w-]*)/gi)].map(([, area = ""]) => area);
  expect(used).toContain("tabs");
  expect(used.filter((area) => !named.has(area))).toEqual([]);
});
