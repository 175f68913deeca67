import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { requestsOnly } from "../build/requests-only.ts";
import { loadedFiles } from "./entry-bytes.ts";

const core = fileURLToPath(new URL("../../packages/treasury-core", import.meta.url));

/** The treasury with storage in memory. */
export const treasuryInMemory: string =
  'export { createTreasury } from "./src/index.ts"; export { memoryStorage } from "./src/memory.ts";';

/** The bytes that an app loads at its start, and those that it loads when something needs them. */
export interface CoreSize {
  readonly minified: number;
  readonly gzipped: number;
  readonly laterMinified: number;
  readonly laterGzipped: number;
  /** The minified bytes of each module that is loaded at the start. */
  readonly modules: ReadonlyMap<string, number>;
}

/** Bundles a module beside the core's, with all dependencies. */
export async function coreSize(text: string): Promise<CoreSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: text, resolveDir: core },
    outdir: core,
    absWorkingDir: core,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "es2024",
    conditions: ["@agent-treasury/source"],
    plugins: [requestsOnly()],
    metafile: true,
    write: false,
  });
  const loaded = loadedFiles(metafile, "stdin.js");
  const sizes = outputFiles.map(({ path, contents }) => ({
    isLoaded: loaded.some((file) => path === `${core}/${file}`),
    minified: contents.byteLength,
    gzipped: gzipSync(contents, { level: 9 }).byteLength,
  }));
  const sum = (isLoaded: boolean, of: "minified" | "gzipped"): number =>
    sizes.reduce((total, size) => total + (size.isLoaded === isLoaded ? size[of] : 0), 0);
  const modules = loaded.flatMap((file) =>
    Object.entries(metafile.outputs[file]?.inputs ?? {}).map(
      ([path, { bytesInOutput }]): [string, number] => [path, bytesInOutput],
    ),
  );
  return {
    minified: sum(true, "minified"),
    gzipped: sum(true, "gzipped"),
    laterMinified: sum(false, "minified"),
    laterGzipped: sum(false, "gzipped"),
    modules: new Map(modules.toSorted(([, one], [, other]) => other - one)),
  };
}

/** `node tools/client-size/core-size.ts` prints what the bundle of the core consists of. */
if (import.meta.main) {
  const { modules, ...sizes } = await coreSize(process.argv[2] ?? treasuryInMemory);
  console.log(sizes);
  console.table([...modules].slice(0, 40).map(([module, bytes]) => ({ module, bytes })));
}
