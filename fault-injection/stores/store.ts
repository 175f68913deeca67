import type { Storage } from "@agent-treasury/provider";
import { postgresStorage } from "@agent-treasury/storage-postgres";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";

/** A storage's address, serializable for other processes. */
export type StoreAddress =
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "postgres"; readonly url: string; readonly schema: string };

/** Opens a connection, optionally with another clock in place of the storage's. */
export function openStore(address: StoreAddress, now?: () => number): Storage {
  const clock = now === undefined ? {} : { now };
  if (address.kind === "sqlite") return sqliteStorage({ path: address.path, ...clock });
  return postgresStorage({ url: address.url, schema: address.schema, ...clock });
}
