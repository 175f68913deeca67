import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

/** Gzipped, beside its one dependency. What a page pays for the client. */
const limitBytes = 3000;

/** With ky: what better-auth's client takes, which does less. */
const limitBytesWithKy = 11_900;

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

it("keeps the client under 3 kB beside ky", async () => {
  const bytes = await gzippedBytes(["ky"], whole);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(limitBytes);
});

it("keeps it small with ky, too", async () => {
  expect(await gzippedBytes([], whole)).toBeLessThan(limitBytesWithKy);
});

it("would tell of a schema that came in", async () => {
  const withSchemas = `${whole} export * from "@agent-treasury/contract";`;
  expect(await gzippedBytes(["ky"], withSchemas)).toBeGreaterThan(limitBytesWithKy);
});
