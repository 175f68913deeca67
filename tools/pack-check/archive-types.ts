import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import type { Archive } from "./archives.ts";

/** Module resolutions that the packages do not support: CommonJS-only and `main`. */
const ignored: readonly unknown[] = ["node10", "node16-cjs"];

/** Returns problems of an archive's types for ES module imports. */
export async function checkArchiveTypes({ file, entries }: Archive): Promise<readonly string[]> {
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(file)));
  if (checked.types === false) return ["it has no types"];
  // Other files have no types.
  const code = new Set(entries.map((entry) => entry.split("/").slice(2).join("/")));
  return checked.problems
    .map((problem) => ({ entrypoint: ".", resolutionKind: null, ...problem }))
    .filter(({ resolutionKind }) => !ignored.includes(resolutionKind))
    .filter(({ entrypoint }) => code.has(entrypoint.replace(/^\.\/?/, "")))
    .map(({ kind, entrypoint, resolutionKind }) => `${kind} at ${entrypoint} (${resolutionKind})`);
}
