import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

/** The client gzipped, without its one dependency. */
const limitBytes = 5_000;

/** With ky. The client of better-auth has 11,900 bytes. */
const limitBytesWithKy = 13_400;

async function gzippedBytes(external: readonly string[], text: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: text,
      resolveDir: fileURLToPath(new URL("../../packages/sdk-client", import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    conditions: ["@agent-treasury/source"],
    external: [...external],
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength;
}

const whole = 'export * from "./src/index.ts";';

it("keeps the client under 5 kB beside ky", async () => {
  const bytes = await gzippedBytes(["ky"], whole);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(limitBytes);
});

it("keeps it small including ky", async () => {
  expect(await gzippedBytes([], whole)).toBeLessThan(limitBytesWithKy);
});

it("detects an imported schema", async () => {
  const withSchemas = `${whole} export * from "@agent-treasury/contract";`;
  expect(await gzippedBytes(["ky"], withSchemas)).toBeGreaterThan(limitBytesWithKy);
});
