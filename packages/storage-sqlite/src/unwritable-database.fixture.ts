import { chmodSync } from "node:fs";
import { sqliteStorage } from "./sqlite-storage.ts";

/** Opens a database as a user without special rights, and prints the messages of the errors. */
const [path = "", mode = ""] = process.argv.slice(2);
if (process.getuid?.() === 0) {
  chmodSync(path, Number.parseInt(mode, 8));
  process.setgid?.(65_534);
  process.setuid?.(65_534);
}
const storage = sqliteStorage({ path });
const messageOf = (call: Promise<unknown> | undefined): Promise<string | null> =>
  (call ?? Promise.resolve()).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
const read = await messageOf(storage.workspaces(null, 1));
const check = await messageOf(storage.check?.());
console.log(JSON.stringify({ read, check }));
await storage.close();
