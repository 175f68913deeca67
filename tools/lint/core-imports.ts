import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "oxc-parser";
import { type CorePart, corePartOf } from "./core-parts.ts";

/** Imports inside the core that its architecture does not allow. */
export interface CoreImports {
  /** Imports of another feature by a feature. */
  readonly betweenFeatures: number;
  /** Imports of a feature from outside of it, other than its `index.ts`. */
  readonly pastIndex: number;
  /** Parts that import each other, directly or through others. */
  readonly inCycles: readonly string[];
}

/** Counts the imports of a `src` folder. Tests and fixtures may import everything. */
export function countCoreImports(source: string): CoreImports {
  const edges = globSync("**/*.ts", { cwd: source })
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
    .flatMap((path) => importsOf(source, path))
    .filter(({ from, to }) => from.id !== to.id && from.kind !== "entry");
  const intoFeatures = edges.filter(({ to }) => to.kind === "feature");
  return {
    betweenFeatures: intoFeatures.filter(({ from }) => from.kind === "feature").length,
    pastIndex: intoFeatures.filter(({ isIndex }) => !isIndex).length,
    inCycles: partsInCycles(edges),
  };
}

interface Edge {
  readonly from: CorePart;
  readonly to: CorePart;
  readonly isIndex: boolean;
}

function importsOf(source: string, path: string): readonly Edge[] {
  const { module } = parseSync(path, readFileSync(posix.join(source, path), "utf8"));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest }) => moduleRequest?.value),
  );
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported,
  ];
  const from = partOf(path);
  return [...new Set(named)]
    .filter((specifier) => specifier?.startsWith("."))
    .map((specifier = "") => {
      const target = posix.join(posix.dirname(path), specifier);
      return {
        from,
        to: partOf(target),
        isIndex: target === `features/${corePartOf(target)?.id}/index.ts`,
      };
    });
}

function partOf(path: string): CorePart {
  const part = corePartOf(path);
  if (part === null) throw new Error(`${path} is in no part of the core.`);
  return part;
}

function partsInCycles(edges: readonly Edge[]): readonly string[] {
  const next = Map.groupBy(edges, ({ from }) => from.id);
  const reached = (start: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const walk = (id: string): void => {
      for (const { to } of next.get(id) ?? []) {
        if (found.has(to.id)) continue;
        found.add(to.id);
        walk(to.id);
      }
    };
    walk(start);
    return found;
  };
  return [...next.keys()].filter((id) => reached(id).has(id)).toSorted();
}
