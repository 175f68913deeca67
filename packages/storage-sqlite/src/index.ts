export { type SqliteMigration, sqliteMigrations } from "./sql/migrations.ts";
export { type SqliteStorage, type SqliteStorageOptions, sqliteStorage } from "./sqlite-storage.ts";
export { type SqliteSchema, sqliteSchema } from "./schema-version.ts";
