import { postgresStorage } from "@agent-treasury/storage-postgres";
import { type LedgerContestant, type OpenLedger, workspaceName } from "./ledger-contestant.ts";
import { committerOn, spendOneCent } from "./treasury-engine.ts";

/** The treasury as an app runs it: the committer groups what its callers ask for. */
export function treasuryLedger(name: string): LedgerContestant {
  return treasuryContestant(name, "treasury", (url, schema) => {
    const storage = postgresStorage({ url, schema });
    const committer = committerOn(storage);
    return {
      spend: (workspace) => spendOneCent(committer, workspaceName(workspace)),
      close: async () => {
        await committer.close();
        await storage.close();
      },
    };
  });
}

/** The same rules, rows and statements, but a workspace's next command waits for the one before it. */
export function ungroupedTreasury(name: string): LedgerContestant {
  return treasuryContestant(name, "ungrouped", (url, schema) => {
    const storage = postgresStorage({ url, schema });
    const committer = committerOn(storage);
    const last = new Map<number, Promise<void>>();
    return {
      spend: (workspace) => {
        const before = last.get(workspace) ?? Promise.resolve();
        const spent = before.then(() => spendOneCent(committer, workspaceName(workspace)));
        last.set(workspace, spent);
        return spent;
      },
      close: async () => {
        await committer.close();
        await storage.close();
      },
    };
  });
}

function treasuryContestant(
  name: string,
  schema: string,
  open: (url: string, schema: string) => OpenLedger,
): LedgerContestant {
  return {
    name,
    isTuned: false,
    install: async ({ desk }) => {
      await desk.freshSchema(schema);
      return () => desk.number(`SELECT count(*) FROM ${schema}.entries`);
    },
    open: async ({ database, load }) => {
      const ledger = open(database.url, schema);
      // Every workspace has its first commit behind it, as every account of the others is there.
      for (let first = 0; first < load.workspaces; first += load.callers) {
        const count = Math.min(load.callers, load.workspaces - first);
        await Promise.all(Array.from({ length: count }, (_, index) => ledger.spend(first + index)));
      }
      return ledger;
    },
  };
}
