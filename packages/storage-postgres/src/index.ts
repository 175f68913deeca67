export { type PostgresMigration, postgresMigrations } from "./migrations.ts";
export type { PostgresClient, PostgresPool, PostgresQuery } from "./postgres-client.ts";
export {
  type PostgresPoolOptions,
  type PostgresStorage,
  type PostgresStorageOptions,
  type PostgresStorageSettings,
  type PostgresUrlOptions,
  postgresStorage,
} from "./postgres-storage.ts";
export { type PostgresSchema, postgresSchema } from "./schema-version.ts";
export { storageByWorkspace } from "./storage-by-workspace.ts";
