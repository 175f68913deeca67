import { basename } from "node:path";
import { withOneHost } from "./setting-schemas.ts";
import type { DatabaseSetting } from "./settings.ts";

/** Describes a database without user name and password. */
export function describeDatabase(database: DatabaseSetting): string {
  switch (database.kind) {
    case "memory":
      return "memory (lost on restart)";
    case "sqlite":
      return `SQLite, ${database.path}`;
    case "postgres": {
      const { pathname, searchParams } = new URL(withOneHost(database.url));
      const place = searchParams.get("host") ?? hostsOf(database.url);
      return `PostgreSQL, ${decodeURIComponent(basename(pathname))} at ${place}`;
    }
  }
}

function hostsOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^@/?#]*@)?([^/?#]*)/i.exec(url)?.[1] ?? "";
}
