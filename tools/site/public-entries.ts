import { join } from "node:path";
import type { PublishedPackage } from "../pack-check/published-packages.ts";

/** Something that a program imports, and where it is written. */
export interface PublicEntry {
  /** `@agent-treasury/testing/node`. */
  readonly name: string;
  readonly source: string;
  /** The folder of its package. */
  readonly directory: string;
}

/** Every entry of every package, by the packages' own exports. */
export function publicEntries(packages: readonly PublishedPackage[]): readonly PublicEntry[] {
  return packages.flatMap(({ directory, manifest }) =>
    Object.entries(manifest.exports).flatMap(([path, target]) => {
      const source = typeof target === "string" ? undefined : target["@agent-treasury/source"];
      if (source === undefined) return [];
      return [{ name: manifest.name + path.slice(1), source: join(directory, source), directory }];
    }),
  );
}
