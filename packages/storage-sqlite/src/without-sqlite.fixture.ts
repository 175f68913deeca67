import { sqliteStorage } from "./sqlite-storage.ts";

const storage = sqliteStorage({ path: ":memory:" });
const failure: unknown = await storage.workspaces(null, 1).catch((error: unknown) => error);
console.log((failure as Error).message);
