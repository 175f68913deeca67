// Builds and packs every publishable package, and checks the archives with `publint`, `types` and
// `sizes`, or those named as arguments.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkArchiveTypes } from "./archive-types.ts";
import { type Archive, packArchives } from "./archives.ts";
import { lintArchive } from "./lint-archive.ts";
import { readPublishedPackages } from "./published-packages.ts";
import { checkSizes } from "./sizes.ts";

type Check = (archive: Archive) => Promise<readonly string[]>;

const checks: Readonly<Record<string, Check>> = {
  publint: lintArchive,
  types: checkArchiveTypes,
  sizes: checkSizes,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => checks[name] === undefined);
if (unknown.length > 0) throw new Error(`There is no check ${unknown.join(", ")}.`);
const chosen = named.length > 0 ? named : Object.keys(checks);

const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "archives-"));
try {
  const archives = await packArchives(
    root,
    readPublishedPackages(root),
    join(directory, "archives"),
  );
  let failures = 0;
  for (const archive of archives) {
    for (const name of chosen) {
      for (const problem of (await checks[name]?.(archive)) ?? []) {
        failures += 1;
        console.error(`✗ ${archive.manifest.name}: ${name}: ${problem}`);
      }
    }
  }
  console.log(
    failures === 0
      ? `${archives.length} packed packages pass ${chosen.join(", ")}.`
      : `${failures} problems.`,
  );
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
