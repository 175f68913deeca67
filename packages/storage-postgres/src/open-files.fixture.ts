// A process that has no file descriptor left at the first use of its storage.
import { openSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresStorage } from "./postgres-storage.ts";

const storage = postgresStorage({ url: "postgres://user:secret@127.0.0.1:1/db" });
const { cache } = createRequire(import.meta.url);
const isLoaded = (): boolean =>
  Object.values(cache).some((one) => /pg.lib.index.js$/.test(one?.id ?? "") && one?.loaded);
for (let tries = 0; tries < 1_000 && !isLoaded(); tries += 1) await sleep(10);
try {
  for (;;) openSync("/dev/null", "r");
} catch (error) {
  console.log((error as NodeJS.ErrnoException).code);
}
await storage.workspaces(null, 1).catch((error: Error) => console.log(error.message));
process.exit(0);
