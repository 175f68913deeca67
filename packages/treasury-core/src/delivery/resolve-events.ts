import type { TreasuryEvent } from "@agent-treasury/contract";
import type { Doc, Entry, Storage } from "@agent-treasury/provider";
import type { RecordedEvent } from "../events/recorded-event.ts";
import { timestamp } from "../ledger/timestamp.ts";
import { asOf, proposalFromDoc, proposalNotFound } from "../treasury/proposals/proposal-record.ts";
import { proposalKey } from "../treasury/proposals/proposal.ts";
import { entryToWire, proposalToWire } from "../treasury/wire.ts";
import type { PlannedEvent } from "./plan-page.ts";

const entriesInPage = 100;

/** Returns the event as consumers receive it. */
export type ResolveEvent = (event: PlannedEvent) => TreasuryEvent;

/** Reads the proposals and entries of events, which may be newer than the events. */
export async function resolveEvents(
  storage: Storage,
  workspaceId: string,
  events: readonly PlannedEvent[],
): Promise<ResolveEvent> {
  const recorded = events.map((event) => event.recorded);
  const { proposals, storageNow } = await loadProposals(storage, workspaceId, recorded);
  const entries = await readEntries(storage, workspaceId, recorded);
  return ({ eventId: id, at, recorded: { kind, ...recordedFields } }) => {
    const common = { kind, id, workspaceId, at: timestamp(at) };
    if ("proposalId" in recordedFields) {
      const { proposalId, ...fields } = recordedFields;
      const doc = proposals.get(proposalId);
      if (doc === undefined) throw proposalNotFound(workspaceId, proposalId);
      const proposal = proposalToWire(workspaceId, asOf(proposalFromDoc(doc), storageNow));
      return { ...common, ...fields, proposal } as TreasuryEvent;
    }
    if ("sequence" in recordedFields) {
      const { sequence, ...fields } = recordedFields;
      const found = entries.get(sequence);
      if (found === undefined) throw new Error(`The ledger has no entry ${sequence}.`);
      return { ...common, ...fields, entry: entryToWire(workspaceId, found) } as TreasuryEvent;
    }
    return { ...common, ...recordedFields } as TreasuryEvent;
  };
}

async function loadProposals(
  storage: Storage,
  workspaceId: string,
  events: readonly RecordedEvent[],
): Promise<{ readonly proposals: ReadonlyMap<string, Doc>; readonly storageNow: number }> {
  const ids = new Set(events.flatMap((one) => ("proposalId" in one ? [one.proposalId] : [])));
  if (ids.size === 0) return { proposals: new Map(), storageNow: 0 };
  const [snapshot] = await storage.load([{ workspaceId, keys: [...ids].map(proposalKey) }]);
  const proposals = new Map(snapshot?.found.map((doc) => [doc.id, doc]));
  return { proposals, storageNow: snapshot?.storageNow ?? 0 };
}

async function readEntries(
  storage: Storage,
  workspaceId: string,
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, Entry>> {
  const wanted = new Set(events.flatMap((one) => ("sequence" in one ? [one.sequence] : [])));
  const sequences = [...wanted].map(BigInt).toSorted((left, right) => (left < right ? -1 : 1));
  const noDocs = { kind: "none", before: null, limit: 0 };
  const entries = new Map<string, Entry>();
  let read = -1n;
  for (const sequence of sequences) {
    if (sequence <= read) continue;
    const page = { order: "oldest", beyond: sequence - 1n, limit: entriesInPage } as const;
    const view = await storage.view(workspaceId, noDocs, page);
    for (const entry of view.entries) entries.set(String(entry.sequence), entry);
    read = view.entries.at(-1)?.sequence ?? sequence;
  }
  return entries;
}
