import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

export interface SourceConfig {
  readonly turbopack: { readonly root: string; readonly resolveAlias: Record<string, string> };
  readonly outputFileTracingRoot: string;
  readonly typescript: { readonly ignoreBuildErrors: true };
  readonly experimental: Readonly<Record<keyof typeof quick, false>>;
}

/** Half of a build's time. A build is started from nothing, and its server reads no source maps. */
const quick = {
  serverMinification: false,
  turbopackFileSystemCacheForBuild: false,
  turbopackSourceMaps: false,
} as const;

const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = join(root, "packages");

/**
 * Resolves our packages to their sources in a Next app of this workspace, so that no build is
 * needed first. Turbopack supports no custom export conditions, so each entry is mapped by name.
 *
 * @param configUrl - `import.meta.url` of the app's `next.config.ts`.
 */
export function workspaceSources(configUrl: string): SourceConfig {
  const app = dirname(fileURLToPath(configUrl));
  const aliases = readdirSync(packages).flatMap((folder) => sourcesOf(app, join(packages, folder)));
  return {
    turbopack: { root, resolveAlias: Object.fromEntries(aliases) as Record<string, string> },
    outputFileTracingRoot: root,
    // `check` does this for the whole workspace.
    typescript: { ignoreBuildErrors: true },
    experimental: quick,
  };
}

function sourcesOf(app: string, directory: string): readonly (readonly [string, string])[] {
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest;
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
    if (typeof target === "string") return [];
    const source = target["@agent-treasury/source"] ?? styleSheet(target["default"]);
    if (source === undefined) return [];
    return [
      [manifest.name + path.slice(1), `./${relative(app, join(directory, source))}`] as const,
    ];
  });
}

/** Returns the source of a package's style sheet. Components import the rest as CSS modules. */
function styleSheet(target = ""): string | undefined {
  return target.endsWith(".css") ? target.replace("/dist/", "/src/") : undefined;
}
