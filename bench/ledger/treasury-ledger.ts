import { postgresStorage } from "@agent-treasury/storage-postgres";
import type { Storage } from "@agent-treasury/treasury-core";
import type { LedgerContestant, OpenLedger } from "./ledger-contestant.ts";
import { openTreasury, openUngrouped } from "./open-treasury.ts";

/** The treasury, with groups. */
export function treasuryLedger(name: string): LedgerContestant {
  return treasuryContestant(name, "treasury", openTreasury);
}

/** The treasury, with one commit for each spend. */
export function ungroupedTreasury(name: string): LedgerContestant {
  return treasuryContestant(name, "ungrouped", openUngrouped);
}

/** How many spends went with each commit, the first one of each workspace included. */
export const spendsInCommit = `SELECT (SELECT count(*) FROM treasury.entries)::float8
  / greatest((SELECT sum(version) FROM treasury.heads), 1)`;

function treasuryContestant(
  name: string,
  schema: string,
  openOn: (storage: Storage) => OpenLedger,
): LedgerContestant {
  return {
    name,
    isTuned: false,
    install: async ({ desk }) => {
      await desk.freshSchema(schema);
      return () => desk.number(`SELECT count(*) FROM ${schema}.entries`);
    },
    open: async ({ database, load }) => {
      const ledger = openOn(postgresStorage({ url: database.url, schema }));
      // Every workspace has its first commit behind it, as every account of the others is there.
      for (let first = 0; first < load.workspaces; first += load.callers) {
        const count = Math.min(load.callers, load.workspaces - first);
        await Promise.all(Array.from({ length: count }, (_, index) => ledger.spend(first + index)));
      }
      return ledger;
    },
  };
}
