import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { Plugin } from "esbuild";
import { transform } from "lightningcss";

export interface StyleSheetOptions {
  /** Rules that precede those of the modules. */
  readonly base: string;
  /** Where the style sheet is written. */
  readonly output: string;
}

/** Keeps other plugins from loading a module's style sheet as CSS. */
const suffix = ".classes";

/**
 * Compiles CSS modules into one style sheet. A class is named `at-`, then its file, then itself, so that
 * names are the same in every build: `at-spend-card-title`.
 */
export function cssModules({ base, output }: StyleSheetOptions): Plugin {
  return {
    name: "css-modules",
    setup: (build) => {
      const sheets = new Map<string, string>();
      build.onResolve({ filter: /\.module\.css$/ }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path) + suffix,
        sideEffects: false,
      }));
      build.onLoad({ filter: /\.module\.css\.classes$/ }, ({ path }) => {
        const file = path.slice(0, -suffix.length);
        const { css, classes } = compileModule(file);
        sheets.set(file, css);
        return {
          contents: `export default ${JSON.stringify(classes)};`,
          loader: "js",
          watchFiles: [file],
        };
      });
      build.onEnd(({ errors }) => {
        if (errors.length > 0) return;
        const modules = [...sheets].toSorted(([one], [other]) => one.localeCompare(other));
        const texts = [readFileSync(base, "utf8"), ...modules.map(([, css]) => css)];
        mkdirSync(dirname(output), { recursive: true });
        writeFileSync(output, texts.join("\n"));
      });
    },
  };
}

interface CompiledModule {
  readonly css: string;
  readonly classes: Readonly<Record<string, string>>;
}

function compileModule(file: string): CompiledModule {
  const { code, exports } = transform({
    filename: basename(file).replace(".module.css", ".css"),
    code: readFileSync(file),
    // A grid may place elements whose styles are in another module.
    cssModules: { pattern: "at-[name]-[local]", grid: false },
  });
  const names = Object.entries(exports ?? {})
    .map(([local, { name }]) => [local, name] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));
  return { css: code.toString(), classes: Object.fromEntries(names) };
}
