import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Metafile, build } from "esbuild";
import { cssModules } from "../build/css-modules.ts";

const source = fileURLToPath(new URL("../../packages/react/src", import.meta.url));

/**
 * Returns the gzipped code that an app loads for a component with its provider: with all dependencies
 * except React, and without what loads later.
 */
export async function entryBytes(name: string): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "react-size-"));
  try {
    const output = join(directory, "styles.css");
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: `export * from "./provider.ts"; export * from "./${name}.ts";`,
        resolveDir: source,
        sourcefile: "entry.ts",
      },
      outdir: directory,
      absWorkingDir: directory,
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2024",
      conditions: ["@agent-treasury/source"],
      define: { "process.env.NODE_ENV": '"production"' },
      external: ["react", "react-dom"],
      plugins: [cssModules({ base: join(source, "styles.css"), output })],
      metafile: true,
      write: false,
    });
    const texts = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
    const files = loadedFiles(metafile, "stdin.js").map((file) => join(directory, file));
    return files.reduce(
      (sum, file) => sum + gzipSync(texts.get(file) ?? "", { level: 9 }).byteLength,
      0,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Returns an output file and those that it imports before it runs. */
export function loadedFiles(metafile: Metafile, entry: string): readonly string[] {
  const files = new Set([entry]);
  for (const file of files) {
    for (const { path, kind, external } of metafile.outputs[file]?.imports ?? []) {
      if (kind === "import-statement" && external !== true) files.add(path);
    }
  }
  return [...files];
}
