// Builds and packs every package, and serves them as a registry on the loopback address, so that an
// app on this machine can install them as if they were published. Ctrl+C stops it.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packArchives } from "../pack-check/archives.ts";
import { readPublishedPackages } from "../pack-check/published-packages.ts";
import { serveArchives } from "./serve-archives.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "local-registry-"));
process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
const port = Number(process.env["PORT"] || 4873);
await expectFree(port);
const archives = await packArchives(root, readPublishedPackages(root), join(directory, "archives"));
const { url } = await serveArchives(archives, port);
console.log(`Serving ${archives.length} packages. In the folder of your app, run:

    echo "@agent-treasury:registry=${url}" >> .npmrc

Then install them as if they were on npm. Press Ctrl+C to stop.`);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));

/** Checks the port before the build, because the build takes longer. */
async function expectFree(wanted: number): Promise<void> {
  const server = createServer().listen(wanted, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    console.error(`Port ${wanted} is in use. Stop the other program, or set PORT to a free port.`);
    process.exit(1);
  }
  server.close();
  await once(server, "close");
}
