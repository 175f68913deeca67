// Builds and packs every package, and serves them as a registry on the loopback address, so that an
// app on this machine can install them as if they were published. Ctrl+C stops it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packArchives } from "../pack-check/archives.ts";
import { readPublishedPackages } from "../pack-check/published-packages.ts";
import { serveArchives } from "./serve-archives.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "local-registry-"));
process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
console.log("Building and packing …");
const archives = packArchives(root, readPublishedPackages(root), join(directory, "archives"));
const { url } = await serveArchives(archives, Number(process.env["PORT"] ?? 4873));
console.log(`Serving ${archives.length} packages. In the folder of your app, run:

    echo "@agent-treasury:registry=${url}" >> .npmrc

Then install them as if they were on npm. Press Ctrl+C to stop.`);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
