import { basename } from "node:path";
import type { DatabaseSetting } from "./settings.ts";

/** What may be told of a database: its place, without a name or password. */
export function describeDatabase(database: DatabaseSetting): string {
  switch (database.kind) {
    case "memory":
      return "memory; a restart loses it";
    case "sqlite":
      return `SQLite, ${database.path}`;
    case "postgres": {
      const { host, pathname, searchParams } = new URL(database.url);
      const place = searchParams.get("host") ?? host;
      return `PostgreSQL, ${decodeURIComponent(basename(pathname))} at ${place}`;
    }
  }
}
