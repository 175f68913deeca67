import type { Key, Storage } from "@agent-treasury/provider";
import {
  composeTreasury,
  eventRecordFromDoc,
  eventRecordKey,
  type TreasuryTerms,
  treasuryRecorder,
} from "../../packages/treasury-core/src/domain.ts";
import { committerOn, spendOneCent } from "../ledger/treasury-engine.ts";

export const spendingWorkspace = "acme";

const keysInLoad = 500;

/** A process that spends, with or without recorded events. */
export interface RecordedLedger {
  readonly storage: Storage;
  spend(): Promise<void>;
  /** Compares the spends with the entries, and with the events recorded after `first`. */
  check(first: number): Promise<void>;
  close(): Promise<void>;
}

export function openLedger(storage: Storage, isRecorded: boolean): RecordedLedger {
  const { eventsOf } = composeTreasury({} as TreasuryTerms, {});
  const recorder = treasuryRecorder({ hasConsumers: () => true, reports: false }, eventsOf);
  const committer = committerOn(storage, isRecorded ? recorder : undefined);
  let spends = 0;
  return {
    storage,
    spend: async () => {
      await spendOneCent(committer, spendingWorkspace);
      spends += 1;
    },
    check: async (first) => {
      const { head } = await loadKeys(storage, []);
      const entries = Number(head?.sequence ?? 0n);
      const executed = await countExecuted(storage, first, newestOf(head?.account));
      if (entries === spends && executed === (isRecorded ? spends : 0)) return;
      throw new Error(`${spends} spends made ${entries} entries and ${executed} executed events.`);
    },
    close: async () => {
      await committer.close();
      await storage.close();
    },
  };
}

/** 0 without recording. */
function newestOf(account: unknown): number {
  return (
    (account as { readonly events?: { readonly newest: number } } | undefined)?.events?.newest ?? 0
  );
}

/** Executed spends in the event records, except those between the first record and `first`. */
async function countExecuted(storage: Storage, first: number, newest: number): Promise<number> {
  let executed = 0;
  const ordinals = newest === 0 ? [] : [1];
  for (let ordinal = Math.max(first, 1) + 1; ordinal <= newest; ordinal += 1)
    ordinals.push(ordinal);
  for (let done = 0; done < ordinals.length; done += keysInLoad) {
    const keys = ordinals.slice(done, done + keysInLoad).map(eventRecordKey);
    const { found } = await loadKeys(storage, keys);
    if (found.length < keys.length) throw new Error("An event record is missing.");
    for (const { events } of found.map(eventRecordFromDoc)) {
      executed += events.filter(({ kind }) => kind === "proposalExecuted").length;
    }
  }
  return executed;
}

async function loadKeys(storage: Storage, keys: readonly Key[]) {
  const [snapshot] = await storage.load([{ workspaceId: spendingWorkspace, keys }]);
  if (snapshot === undefined) throw new Error("There is no snapshot.");
  return snapshot;
}
