import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "oxc-parser";
import { type CorePart, corePartOf } from "./core-parts.ts";

/** Imports inside the core that its architecture does not allow. */
export interface CoreImports {
  /** Imports of a feature by one that does not require it. */
  readonly unrequired: readonly string[];
  /**
   * Imports of a feature from outside of it, other than its `index.ts` and `later.ts`, and of its modules and
   * walks by `create`.
   */
  readonly pastIndex: readonly string[];
  /** Parts that import each other, directly or through others. */
  readonly inCycles: readonly string[];
}

/** Reports the imports of a `src` folder. Tests and fixtures may import everything. */
export function forbiddenImports(source: string): CoreImports {
  const edges = globSync("**/*.ts", { cwd: source })
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
    .flatMap((path) => importsOf(source, path))
    .filter(({ from, to }) => from.id !== to.id && from.kind !== "entry");
  const intoFeatures = edges.filter(({ to }) => to.kind === "feature");
  return {
    unrequired: intoFeatures.filter(isUnrequired(source)).map(({ path }) => path),
    pastIndex: intoFeatures.filter(({ isEntry }) => !isEntry).map(({ path }) => path),
    inCycles: partsInCycles(edges),
  };
}

/** Whether a feature imports one that its `requires` does not name. */
function isUnrequired(source: string): (edge: Edge) => boolean {
  const requires = new Map(
    globSync("features/*/index.ts", { cwd: source }).map((path) => {
      const [, names = ""] = /\brequires: \[(.*?)\]/s.exec(textOf(source, path)) ?? [];
      return [corePartOf(path)?.id, [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name)];
    }),
  );
  return ({ from, to }) => from.kind === "feature" && !requires.get(from.id)?.includes(to.id);
}

interface Edge {
  readonly path: string;
  readonly from: CorePart;
  readonly to: CorePart;
  readonly isEntry: boolean;
}

function importsOf(source: string, path: string): readonly Edge[] {
  const { module } = parseSync(path, textOf(source, path));
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
      const entries = ["index", "later"].map(
        (name) => `features/${corePartOf(target)?.id}/${name}.ts`,
      );
      return {
        path,
        from,
        to: partOf(target),
        isEntry:
          entries.includes(target) ||
          (from.kind === "create" && /-(?:module|walk)\.ts$/.test(target)),
      };
    });
}

function textOf(source: string, path: string): string {
  return readFileSync(posix.join(source, path), "utf8");
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
