import type { Storage } from "@agent-treasury/provider";
import { type OpenLedger, workspaceName } from "./ledger-contestant.ts";
import { committerOn, spendOneCent } from "./treasury-engine.ts";

/** The treasury as an app runs it: the committer groups concurrent commands. */
export function openTreasury(storage: Storage): OpenLedger {
  const committer = committerOn(storage);
  return {
    spend: (workspace) => spendOneCent(committer, workspaceName(workspace)),
    close: async () => {
      await committer.close();
      await storage.close();
    },
  };
}

/**
 * The same rules, rows and statements, but each command of a workspace waits for the previous one.
 */
export function openUngrouped(storage: Storage): OpenLedger {
  const { spend, close } = openTreasury(storage);
  const last = new Map<number, Promise<void>>();
  return {
    close,
    spend: (workspace) => {
      const before = last.get(workspace) ?? Promise.resolve();
      const spent = before.then(() => spend(workspace));
      last.set(workspace, spent);
      return spent;
    },
  };
}
