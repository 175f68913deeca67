import type { TreasuryEvent } from "@agent-treasury/contract";
import type { Doc, Entry, Key, Storage } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { keyText } from "../../../kernel/ledger/key-text.ts";
import type { RecordedEvent } from "../../../kernel/ledger/recorded-event.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { asOf, proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey } from "../../../kernel/proposals/proposal.ts";
import { entryToWire, proposalToWire } from "../../../kernel/views/wire.ts";
import { type FreezeRecord, freezeKey } from "../../freezes/index.ts";
import type { PlannedEvent } from "./plan-page.ts";

const entriesInPage = 100;

/**
 * Returns the event as consumers receive it.
 *
 * @throws Error if its proposal, entry or freeze is missing, as after a partial restore.
 */
export type ResolveEvent = (event: PlannedEvent) => TreasuryEvent;

/** Reads what events refer to. Proposals may be newer than the events. */
export async function resolveEvents(
  storage: Storage,
  workspaceId: string,
  events: readonly PlannedEvent[],
): Promise<ResolveEvent> {
  const recorded = events.map((event) => event.recorded);
  const { docs, storageNow } = await loadDocs(storage, workspaceId, recorded);
  const entries = await readEntries(storage, workspaceId, recorded);
  const docOf = (key: Key): Doc => present(docs.get(keyText(key)), `${key.kind} ${key.id}`);
  const referred = (event: RecordedEvent): object => {
    if ("proposalId" in event) {
      const { proposalId, ...fields } = event;
      const proposal = asOf(proposalFromDoc(docOf(proposalKey(proposalId))), storageNow);
      return { ...fields, proposal: proposalToWire(workspaceId, proposal) };
    }
    if ("sequence" in event) {
      const { sequence, ...fields } = event;
      const entry = present(entries.get(sequence), `ledger entry ${sequence}`);
      return { ...fields, entry: entryToWire(workspaceId, entry) };
    }
    if ("freezeId" in event) {
      const { freezeId, ...fields } = event;
      const { named } = fromStored<FreezeRecord>(docOf(freezeKey(freezeId)).body);
      return { ...fields, frozenId: named };
    }
    return event;
  };
  return ({ eventId: id, at, recorded: event }) =>
    ({ ...referred(event), id, workspaceId, at: timestamp(at) }) as TreasuryEvent;
}

function present<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The ${what} does not exist.`);
  return value;
}

async function loadDocs(
  storage: Storage,
  workspaceId: string,
  events: readonly RecordedEvent[],
): Promise<{ readonly docs: ReadonlyMap<string, Doc>; readonly storageNow: number }> {
  const keys = new Map(events.flatMap(keysOf).map((key) => [keyText(key), key]));
  if (keys.size === 0) return { docs: new Map(), storageNow: 0 };
  const [snapshot] = await storage.load([{ workspaceId, keys: [...keys.values()] }]);
  const docs = new Map(snapshot?.found.map((doc) => [keyText(doc), doc]));
  return { docs, storageNow: snapshot?.storageNow ?? 0 };
}

function keysOf(event: RecordedEvent): readonly Key[] {
  if ("proposalId" in event) return [proposalKey(event.proposalId)];
  return "freezeId" in event ? [freezeKey(event.freezeId)] : [];
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
    for (const entry of view.entries) entries.set(entry.sequence.toString(), entry);
    read = view.entries.at(-1)?.sequence ?? sequence;
  }
  return entries;
}
