import { expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";

it.each([
  ["/var/lib/app/treasury.db", "treasury.db"],
  [":memory:", ":memory:"],
])("names the database %s for traces, without its folder: %s", (path, namespace) => {
  expect(sqliteStorage({ path }).database).toEqual({ system: "sqlite", namespace });
});
