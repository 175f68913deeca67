import { statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Archive } from "./archives.ts";

/** The limits on a package's code: all entries together, bundled, minified and gzipped. */
const codeLimitsBytes: Readonly<Record<string, number>> = {
  "@agent-treasury/sdk-client": 6_300,
  "@agent-treasury/adapter-next": 1_000,
  "@agent-treasury/adapter-express": 3_000,
  // Includes a part of zod. Its OpenAPI document has schemas of its own, with the descriptions that the
  // others lack.
  "@agent-treasury/contract": 100_000,
  // All components. `packages/react/README.md` states the size of each with its dependencies.
  "@agent-treasury/react": 100_000,
  "@agent-treasury/treasury-core": 240_000,
  "@agent-treasury/rules": 34_000,
  // Its word lists are large, and no browser loads it.
  "@agent-treasury/screening": 65_000,
  "@agent-treasury/testing": 36_000,
};
const otherCodeLimitBytes = 25_000;

/** The limit on a package's archive. */
const archiveLimitBytes = 1_250_000;

/** Reports code or archives beyond their limits, without dependencies. */
export async function checkSizes(archive: Archive): Promise<readonly string[]> {
  const { name } = archive.manifest;
  const limit = codeLimitsBytes[name] ?? otherCodeLimitBytes;
  const [code, packed] = [await codeBytes(archive), statSync(archive.file).size];
  console.log(`${name}: ${code} bytes of code, ${packed} bytes packed`);
  return [
    ...(code > limit ? [`its code has ${code} bytes, and the limit is ${limit}`] : []),
    ...(packed > archiveLimitBytes ? [`its archive has ${packed} bytes`] : []),
  ];
}

async function codeBytes({ directory, manifest }: Archive): Promise<number> {
  const imports = Object.values(manifest.exports)
    .map((target) => (typeof target === "string" ? undefined : target["default"]))
    .filter((file) => file?.endsWith(".js"))
    .map((file) => `export * from ${JSON.stringify(file)};`);
  const { outputFiles } = await build({
    stdin: { contents: imports.join("\n"), resolveDir: join(directory) },
    bundle: true,
    // As an app that loads a part later has it.
    splitting: true,
    outdir: directory,
    minify: true,
    format: "esm",
    platform: "node",
    target: "es2024",
    packages: "external",
    logLevel: "error",
    write: false,
  });
  const code = Buffer.concat(outputFiles.map(({ contents }) => contents));
  return gzipSync(code, { level: 9 }).byteLength;
}
