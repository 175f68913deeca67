import type { Storage } from "@agent-treasury/provider";
import { postgresStorage } from "@agent-treasury/storage-postgres";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";

/** Where a storage is, in words that another process understands. */
export type StoreAddress =
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "postgres"; readonly url: string; readonly schema: string };

/** Opens a connection to it, with another clock in place of the storage's if one is given. */
export function openStore(address: StoreAddress, now?: () => number): Storage {
  const clock = now === undefined ? {} : { now };
  if (address.kind === "sqlite") return sqliteStorage({ path: address.path, ...clock });
  return postgresStorage({ url: address.url, schema: address.schema, ...clock });
}
