import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Advance, showProgress } from "../build/progress.ts";
import type { PublishedPackage } from "./published-packages.ts";
import { runCommand } from "./run-command.ts";

/** A package as the registry would receive it. */
export interface Archive extends PublishedPackage {
  readonly file: string;
}

/** Builds all packages and packs each into a folder. Shows the progress. */
export async function packArchives(
  root: string,
  packages: readonly PublishedPackage[],
  directory: string,
): Promise<readonly Archive[]> {
  await showProgress("Building the packages:", (advance) => build(root, packages, advance));
  mkdirSync(directory);
  const ofPackages = ["--filter", "./packages/*", "--recursive"];
  runCommand("pnpm", [...ofPackages, "pack", "--out", join(directory, "%s.tgz")], root);
  return packages.map((one) => {
    const file = join(directory, `${one.manifest.name.replace("@", "").replace("/", "-")}.tgz`);
    if (!existsSync(file)) throw new Error(`${one.manifest.name} was not packed as ${file}.`);
    return { ...one, file };
  });
}

/**
 * Returns the files of these packages and of those that they need. npm also installs the frameworks
 * that packages have as peers, which takes minutes for all packages.
 */
export function archivesFor(
  archives: readonly Archive[],
  folders: readonly string[],
): readonly string[] {
  const needed = new Set(folders.map((folder) => `@agent-treasury/${folder}`));
  // The iteration includes the names that it adds.
  for (const name of needed) {
    const { dependencies, peerDependencies, peerDependenciesMeta } =
      archives.find(({ manifest }) => manifest.name === name)?.manifest ?? {};
    for (const other of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (peerDependenciesMeta?.[other]?.optional !== true) needed.add(other);
    }
  }
  return archives.flatMap(({ manifest, file }) => (needed.has(manifest.name) ? [file] : []));
}

async function build(
  root: string,
  packages: readonly PublishedPackage[],
  advance: Advance,
): Promise<void> {
  const child = spawn("pnpm", ["run", "build"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const read = (piece: Buffer): void => {
    output += piece.toString();
    const built = [...output.matchAll(/^packages\/\S+ build: Done$/gm)].length;
    advance(built / packages.length, (built + 1) / packages.length);
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`pnpm run build failed:\n${output}`);
}
