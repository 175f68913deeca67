import type * as Sqlite from "node:sqlite";
import { TreasuryError } from "@agent-treasury/provider";

/**
 * Loaded at the first use, because an older Node fails to link a static import before the check of
 * its version runs.
 *
 * @throws TreasuryError `storage_error`
 */
export function sqlite(): typeof Sqlite {
  const loaded = process.getBuiltinModule?.("node:sqlite") as typeof Sqlite | undefined;
  if (loaded !== undefined) return loaded;
  throw new TreasuryError(
    "storage_error",
    "This runtime has no node:sqlite: use Node 22.13 or later without --no-experimental-sqlite, or another storage.",
  );
}
