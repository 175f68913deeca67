import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { PublishedPackage } from "./published-packages.ts";
import { runCommand } from "./run-command.ts";

/** A package as the registry would receive it. */
export interface Archive extends PublishedPackage {
  readonly file: string;
}

/** Builds all packages and packs each into a folder. */
export function packArchives(
  root: string,
  packages: readonly PublishedPackage[],
  directory: string,
): readonly Archive[] {
  runCommand("pnpm", ["run", "build"], root);
  mkdirSync(directory);
  return packages.map((one) => {
    const name = one.manifest.name.replace("@", "").replace("/", "-");
    const file = join(directory, `${name}.tgz`);
    runCommand("pnpm", ["pack", "--out", file], one.directory);
    return { ...one, file };
  });
}
