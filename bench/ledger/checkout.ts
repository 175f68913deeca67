import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { postgresStorage } from "@agent-treasury/storage-postgres";
import type { sqliteStorage } from "@agent-treasury/storage-sqlite";
import type { openTreasury } from "./open-treasury.ts";

/** Another checkout of this repository, run from its own sources. */
export interface Checkout {
  readonly openTreasury: typeof openTreasury;
  readonly postgresStorage: typeof postgresStorage;
  readonly sqliteStorage: typeof sqliteStorage;
}

/** Loads the ledger of a checkout with installed packages. */
export async function loadCheckout(path: string): Promise<Checkout> {
  const [{ openTreasury }, { postgresStorage }, { sqliteStorage }] = (await Promise.all(
    [
      "bench/ledger/open-treasury.ts",
      "packages/storage-postgres/src/index.ts",
      "packages/storage-sqlite/src/index.ts",
    ].map((file) => import(pathToFileURL(join(path, file)).href)),
  )) as [Checkout, Checkout, Checkout];
  return { openTreasury, postgresStorage, sqliteStorage };
}
