import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { defineConfig } from "tsup";
import { type StyleSheetOptions, cssModules } from "./css-modules.ts";
import { sharedZod } from "./shared-zod.ts";

interface LibraryBuildOptions {
  /** Workspace packages to copy into the output. */
  readonly inline?: readonly string[];
  /** Entry files beyond the package's exports, such as a command. */
  readonly programs?: readonly string[];
  /**
   * Excludes dynamic imports of our packages from an app's bundle. Otherwise a bundler requires
   * every optional peer, and fails on native modules.
   */
  readonly importsAtRuntime?: boolean;
  /** Whether zod is imported from the contract, and included in its own build. Default: false. */
  readonly sharesZod?: boolean;
  /** False for a package that writes its own declarations. Default: true. */
  readonly declarations?: boolean;
  /** The style sheet of a package of React components. */
  readonly styleSheet?: StyleSheetOptions;
  readonly plugins?: readonly Plugin[];
}

type BuildConfiguration = ReturnType<typeof defineConfig>;

/**
 * The build of every package: ES modules, declarations and source maps, one entry for each of the
 * package's `exports`. Other imports stay external.
 */
export function libraryBuild(options: LibraryBuildOptions = {}): BuildConfiguration {
  const inline = [...(options.inline ?? [])];
  const { sharesZod = false } = options;
  return defineConfig({
    tsconfig: existsSync("tsconfig.source.json") ? "tsconfig.source.json" : "tsconfig.json",
    entry: [...exportedSources(process.cwd()), ...(options.programs ?? [])],
    format: ["esm"],
    platform: "neutral",
    target: "es2024",
    // Otherwise tsup turns `node:sqlite` into the nonexistent `sqlite`.
    removeNodeProtocol: false,
    external: [/^(?:node|cloudflare):/],
    noExternal: [...inline, ...(sharesZod ? ["zod"] : [])].map(
      (name) => new RegExp(`^${name}(/|$)`),
    ),
    sourcemap: true,
    // The archives contain the sources, which the maps name.
    esbuildOptions: (esbuild) => {
      esbuild.sourcesContent = false;
    },
    clean: true,
    // Rollup would remove `"use client"`, which esbuild preserves at the top of entries.
    treeshake: options.styleSheet === undefined,
    esbuildPlugins: [
      ...(options.styleSheet === undefined ? [] : [cssModules(options.styleSheet)]),
      ...(sharesZod ? [sharedZod()] : []),
      ...(options.plugins ?? []),
    ],
    plugins: options.importsAtRuntime === true ? [unbundledImports] : [],
    splitting: true,
    dts: options.declarations !== false && {
      compilerOptions: {
        // Uses built declarations, because the source condition would add other packages' sources
        // to this program.
        customConditions: [],
        incremental: false,
        noEmit: false,
        // A path, unlike a package's name, is copied into the declarations.
        paths: Object.assign({}, ...inline.map(builtDeclarations)),
      },
    },
  });
}

/** The hints of webpack and of Turbopack, Next's bundlers. */
const unbundledImports = {
  name: "unbundled-imports",
  renderChunk: (code: string) => ({
    code: code.replaceAll(
      /\bimport\((?="@agent-treasury\/)/g,
      "import(/* webpackIgnore: true */ /* turbopackIgnore: true */ ",
    ),
  }),
};

type ExportTargets = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

function readExports(packageDirectory: string): ExportTargets {
  const text = readFileSync(join(packageDirectory, "package.json"), "utf8");
  return (JSON.parse(text) as { exports: ExportTargets }).exports;
}

function exportedSources(packageDirectory: string): string[] {
  return Object.values(readExports(packageDirectory)).flatMap((target) => {
    const source = typeof target === "string" ? undefined : target["@agent-treasury/source"];
    return source === undefined ? [] : [source.replace(/^\.\//, "")];
  });
}

/** Maps each entry of a built package to its declarations. */
function builtDeclarations(packageName: string): Record<string, string[]> {
  const directory = realpathSync(join(process.cwd(), "node_modules", packageName));
  const paths: Record<string, string[]> = {};
  for (const [entry, target] of Object.entries(readExports(directory))) {
    const declarations = typeof target === "string" ? undefined : target["types"];
    if (declarations !== undefined) {
      paths[packageName + entry.slice(1)] = [join(directory, declarations)];
    }
  }
  return paths;
}
