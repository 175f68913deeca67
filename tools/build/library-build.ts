import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "tsup";

interface LibraryBuildOptions {
  /** Workspace packages whose code and types are copied into the output. */
  readonly inline?: readonly string[];
  /** Entry files beyond the package's exports, such as a command. */
  readonly programs?: readonly string[];
}

type BuildConfiguration = ReturnType<typeof defineConfig>;

/**
 * The build that every package shares: ES modules, declarations and source maps, one entry for each
 * of the package's `exports`. What is not inlined stays an import.
 */
export function libraryBuild(options: LibraryBuildOptions = {}): BuildConfiguration {
  const inline = [...(options.inline ?? [])];
  return defineConfig({
    tsconfig: existsSync("tsconfig.source.json") ? "tsconfig.source.json" : "tsconfig.json",
    entry: [...exportedSources(process.cwd()), ...(options.programs ?? [])],
    format: ["esm"],
    platform: "neutral",
    target: "es2024",
    // Without this tsup turns `node:sqlite` into `sqlite`, which exists nowhere.
    removeNodeProtocol: false,
    external: [/^node:/],
    noExternal: inline.map((name) => new RegExp(`^${name}(/|$)`)),
    sourcemap: true,
    clean: true,
    treeshake: true,
    splitting: true,
    dts: {
      resolve: inline,
      // Declarations of other packages come from their builds: with the source condition their
      // sources would be pulled into this package's program.
      compilerOptions: { customConditions: [], incremental: false, noEmit: false },
    },
  });
}

function exportedSources(packageDirectory: string): string[] {
  const manifest = JSON.parse(readFileSync(join(packageDirectory, "package.json"), "utf8")) as {
    exports: Record<string, string | Record<string, string>>;
  };
  return Object.values(manifest.exports).flatMap((target) => {
    const source = typeof target === "string" ? undefined : target["@agent-treasury/source"];
    return source === undefined ? [] : [source.replace(/^\.\//, "")];
  });
}
