import { basename } from "node:path";
import type { DatabaseSetting } from "./settings.ts";

/** Describes a database without user name and password. */
export function describeDatabase(database: DatabaseSetting): string {
  switch (database.kind) {
    case "memory":
      return "memory (lost on restart)";
    case "sqlite":
      return `SQLite, ${database.path}`;
    case "postgres": {
      const { host, pathname, searchParams } = new URL(database.url);
      const place = searchParams.get("host") ?? host;
      return `PostgreSQL, ${decodeURIComponent(basename(pathname))} at ${place}`;
    }
  }
}
