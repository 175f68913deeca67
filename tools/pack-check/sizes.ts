import { statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Archive } from "./archives.ts";

/** The most that a package's code may take, all entries together, bundled, minified and gzipped. */
const codeLimitsBytes: Readonly<Record<string, number>> = {
  "@agent-treasury/sdk-client": 3_000,
  "@agent-treasury/adapter-next": 1_000,
  "@agent-treasury/adapter-express": 3_000,
  // Its document of the interface has words for every field; clients import `/wire`, which has none.
  "@agent-treasury/contract": 14_000,
  "@agent-treasury/treasury-core": 67_000,
  // It catches more the more words it has, and no browser loads it.
  "@agent-treasury/screening": 50_000,
  "@agent-treasury/testing": 27_000,
};
const otherCodeLimitBytes = 25_000;

/** The most that npm has to fetch for a package. */
const archiveLimitBytes = 1_000_000;

/** Tells of code, or of an archive, that grew beyond its limit. Dependencies do not count. */
export async function checkSizes(archive: Archive): Promise<readonly string[]> {
  const { name } = archive.manifest;
  const limit = codeLimitsBytes[name] ?? otherCodeLimitBytes;
  const [code, packed] = [await codeBytes(archive), statSync(archive.file).size];
  console.log(`${name}: ${code} bytes of code, ${packed} bytes packed`);
  return [
    ...(code > limit ? [`its code takes ${code} bytes, and may take ${limit}`] : []),
    ...(packed > archiveLimitBytes ? [`it is packed in ${packed} bytes`] : []),
  ];
}

async function codeBytes({ directory, manifest }: Archive): Promise<number> {
  const imports = Object.values(manifest.exports)
    .map((target) => (typeof target === "string" ? undefined : target["default"]))
    .filter((file) => file !== undefined)
    .map((file) => `export * from ${JSON.stringify(file)};`);
  const { outputFiles } = await build({
    stdin: { contents: imports.join("\n"), resolveDir: join(directory) },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "es2024",
    packages: "external",
    logLevel: "error",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength;
}
