import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { serveArchives } from "./serve-archives.ts";

const directory = mkdtempSync(join(tmpdir(), "serve-archives-"));
afterAll(() => rmSync(directory, { recursive: true }));

it("serves a package's metadata to npm, and its archive", async () => {
  mkdirSync(join(directory, "package"));
  const manifest = { name: "@scope/one", version: "1.2.3", peerDependencies: { pg: "^8" } };
  writeFileSync(join(directory, "package/package.json"), JSON.stringify(manifest));
  const file = join(directory, "one.tgz");
  execFileSync("tar", ["-czf", file, "-C", directory, "package"]);

  const registry = await serveArchives([{ file }], 0);
  try {
    const found = await fetch(`${registry.url}@scope%2fone`);
    const document = (await found.json()) as {
      readonly versions: Record<string, { dist: { tarball: string; integrity: string } }>;
    };
    const { dist, ...told } = document.versions["1.2.3"]!;
    expect(told).toEqual(manifest);
    const bytes = Buffer.from(await (await fetch(dist.tarball)).arrayBuffer());
    expect(dist.integrity).toBe(`sha512-${createHash("sha512").update(bytes).digest("base64")}`);
    expect((await fetch(`${registry.url}express`)).status).toBe(404);
  } finally {
    await registry.close();
  }
});
