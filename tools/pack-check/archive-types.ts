import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import type { Archive } from "./archives.ts";

/** How types are found where packages are not ES modules, or only by their `main`: not what ours are for. */
const ignored: readonly unknown[] = ["node10", "node16-cjs"];

/** What is wrong with the types of an archive for whoever imports it as ES modules. */
export async function checkArchiveTypes({ file, entries }: Archive): Promise<readonly string[]> {
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(file)));
  if (checked.types === false) return ["it has no types"];
  // What is neither code nor declarations has no types to be right.
  const code = new Set(entries.map((entry) => entry.split("/").slice(2).join("/")));
  return checked.problems
    .map((problem) => ({ entrypoint: ".", resolutionKind: null, ...problem }))
    .filter(({ resolutionKind }) => !ignored.includes(resolutionKind))
    .filter(({ entrypoint }) => code.has(entrypoint.replace(/^\.\/?/, "")))
    .map(({ kind, entrypoint, resolutionKind }) => `${kind} at ${entrypoint} (${resolutionKind})`);
}
