import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "tsup";

interface LibraryBuildOptions {
  /** Workspace packages whose code and types are copied into the output. */
  readonly inline?: readonly string[];
  /** Entry files beyond the package's exports, such as a command. */
  readonly programs?: readonly string[];
  /**
   * Leaves dynamic imports of our packages to the process that runs them. The bundler of an app would
   * want every optional peer to be installed, and all that is native in them to be code.
   */
  readonly importsAtRuntime?: boolean;
  /** False where the package writes its declarations itself. Default: true. */
  readonly declarations?: boolean;
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
    plugins: options.importsAtRuntime === true ? [unbundledImports] : [],
    splitting: true,
    dts: options.declarations !== false && {
      compilerOptions: {
        // Declarations of other packages come from their builds: with the source condition their
        // sources would be pulled into this package's program.
        customConditions: [],
        incremental: false,
        noEmit: false,
        // A path, unlike a package's name, is copied into the declarations rather than imported.
        paths: Object.assign({}, ...inline.map(builtDeclarations)),
      },
    },
  });
}

/** Says so in the words of webpack and of Turbopack, which Next bundles with. */
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

/** Where TypeScript finds each entry of a package that is already built. */
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
