import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly type?: string;
  readonly license?: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly engines?: Readonly<Record<string, string>>;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly files?: readonly string[];
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface PublishedPackage {
  readonly directory: string;
  readonly manifest: Manifest;
  /** Importable names: `name`, `name/sub-path`. */
  readonly entries: readonly string[];
  /** Those of the entries that Node loads. The others are for Workers. */
  readonly nodeEntries: readonly string[];
  /** Those of the entries that export types, and no value. */
  readonly typeEntries: readonly string[];
  /** Commands that the package installs. */
  readonly programs: readonly string[];
}

/** It imports a module of the platform. */
const workerEntry = "@agent-treasury/storage-durable-objects";

/** Reads the manifests of all publishable packages. */
export function readPublishedPackages(root: string): PublishedPackage[] {
  const parent = join(root, "packages");
  return readdirSync(parent)
    .map((folder) => join(parent, folder))
    .filter((directory) => existsSync(join(directory, "package.json")))
    .map(readPackage)
    .filter(({ manifest }) => manifest.private !== true);
}

function readPackage(directory: string): PublishedPackage {
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest;
  const sources = Object.entries(manifest.exports).flatMap(([path, target]) => {
    const source = typeof target === "string" ? undefined : target["@agent-treasury/source"];
    return source === undefined ? [] : [{ entry: manifest.name + path.slice(1), source }];
  });
  return {
    directory,
    manifest,
    entries: sources.map(({ entry }) => entry),
    nodeEntries: sources.map(({ entry }) => entry).filter((entry) => entry !== workerEntry),
    typeEntries: sources
      .filter(({ source }) => !exportsValue(readFileSync(join(directory, source), "utf8")))
      .map(({ entry }) => entry),
    programs: Object.keys(manifest.bin ?? {}),
  };
}

function exportsValue(source: string): boolean {
  return /^export (?!type )/mu.test(source);
}

/** Reports the missing files of a built package's manifest. */
export function checkManifest({ directory, manifest }: PublishedPackage): string[] {
  const named = [
    ...Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    ),
    ...Object.values(manifest.bin ?? {}),
  ];
  return named
    .filter((file) => !existsSync(join(directory, file)))
    .map((file) => `${manifest.name} names ${file}, which does not exist.`);
}
