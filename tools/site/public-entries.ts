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

/** Entries that only the packages of Agent Treasury import. */
const internal: readonly string[] = ["@agent-treasury/treasury-core/adapter"];

/** Every public entry of every package, by the packages' own exports. */
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
