import { join } from "node:path";
import type { PublishedPackage } from "../pack-check/published-packages.ts";

/** An importable entry and its source. */
export interface PublicEntry {
  /** For example `@agent-treasury/testing/node`. */
  readonly name: string;
  readonly source: string;
  /** The folder of its package. */
  readonly directory: string;
}

/** Entries for the packages of Agent Treasury only. */
const internal: readonly string[] = [
  "@agent-treasury/contract/zod",
  "@agent-treasury/treasury-core/adapter",
];

/** Returns every public entry from the packages' exports. */
export function publicEntries(packages: readonly PublishedPackage[]): readonly PublicEntry[] {
  return packages.flatMap(({ directory, manifest }) =>
    Object.entries(manifest.exports).flatMap(([path, target]) => {
      const source = typeof target === "string" ? undefined : target["@agent-treasury/source"];
      if (source === undefined) return [];
      const name = manifest.name + path.slice(1);
      return internal.includes(name) ? [] : [{ name, source: join(directory, source), directory }];
    }),
  );
}
