import { postgresStorage } from "@agent-treasury/storage-postgres";
import { loadCheckout } from "./checkout.ts";
import { type LedgerContestant, type OpenLedger, openEachWorkspace } from "./ledger-contestant.ts";
import { openTreasury, openUngrouped } from "./open-treasury.ts";

/** The treasury, with groups. */
export function treasuryLedger(name: string): LedgerContestant {
  return treasuryContestant(name, "treasury", (url, schema) =>
    openTreasury(postgresStorage({ url, schema })),
  );
}

/** The treasury, with one commit per spend. */
export function ungroupedTreasury(name: string): LedgerContestant {
  return treasuryContestant(name, "ungrouped", (url, schema) =>
    openUngrouped(postgresStorage({ url, schema })),
  );
}

/** The treasury of another checkout, with groups. */
export async function previousLedger(name: string, path: string): Promise<LedgerContestant> {
  const previous = await loadCheckout(path);
  return treasuryContestant(name, "previous", (url, schema) =>
    previous.openTreasury(previous.postgresStorage({ url, schema })),
  );
}

/** The average number of spends per commit, including each workspace's first commit. */
export const spendsInCommit = `SELECT (SELECT count(*) FROM treasury.entries)::float8
  / greatest((SELECT sum(version) FROM treasury.heads), 1)`;

function treasuryContestant(
  name: string,
  schema: string,
  openOn: (url: string, schema: string) => OpenLedger,
): LedgerContestant {
  return {
    name,
    isTuned: false,
    install: async ({ monitor }) => {
      await monitor.freshSchema(schema);
      return () => monitor.number(`SELECT count(*) FROM ${schema}.entries`);
    },
    open: async ({ database, load }) => {
      const ledger = openOn(database.url, schema);
      await openEachWorkspace(ledger, load);
      return ledger;
    },
  };
}
