import type { Doc, Entry, Head, Storage } from "@agent-treasury/provider";
import {
  accountFromRecord,
  entryFromBody,
  eventKind,
  eventRecordFromDoc,
  proposalFromDoc,
  proposalKind,
  type RecordedEvent,
} from "../../packages/treasury-core/src/domain.ts";

/** Describes how the recorded events differ from the workspace's records, or returns null. */
export async function eventsFlaw(
  storage: Storage,
  workspaceId: string,
  isRecorded: boolean,
): Promise<string | null> {
  const { newest, docs, entries } = await contentsOf(storage, workspaceId);
  const records = docs
    .filter(({ kind }) => kind === eventKind)
    .map(eventRecordFromDoc)
    .toSorted((left, right) => left.ordinal - right.ordinal);
  if (!isRecorded) return records.length === 0 && newest === null ? null : "Events are recorded.";
  const gap = records.findIndex(({ ordinal }, index) => ordinal !== index + 1);
  if (gap >= 0 || records.length !== (newest ?? 0)) {
    return `The head has ordinal ${newest} after ${records.length} records.`;
  }
  if (new Set(records.map(({ id }) => id)).size < records.length) return "Two records have one id.";
  const events = records.flatMap((record) => record.events);
  return proposalFlaw(events, docs) ?? entryFlaw(events, entries);
}

interface Contents {
  readonly newest: number | null;
  readonly docs: readonly Doc[];
  readonly entries: readonly Entry[];
}

async function contentsOf(storage: Storage, workspaceId: string): Promise<Contents> {
  let head: Head | null = null;
  const docs: Doc[] = [];
  const entries: Entry[] = [];
  for await (const part of storage.copy(workspaceId)) {
    if (part.kind === "doc") docs.push(part.doc);
    else if (part.kind === "entry") entries.push(part.entry);
    else ({ head } = part);
  }
  const newest = head && (accountFromRecord(head.account).events?.newest ?? null);
  return { newest, docs, entries };
}

/** The status after each event, and the statuses in which it may happen. */
function stepOf(event: RecordedEvent): readonly [after: string, before: readonly string[]] | null {
  switch (event.kind) {
    case "proposalCreated":
      return ["pending", ["missing"]];
    case "proposalDecided":
      return [event.decision === "deny" ? "denied" : "approved", ["pending"]];
    case "proposalExpired":
      return ["denied", ["pending"]];
    // A card may be charged after its hold was released.
    case "proposalExecuted":
      return ["executed", ["approved", "failed"]];
    case "proposalFailed":
      return ["failed", ["approved"]];
    default:
      return null;
  }
}

/** Each proposal is created once, and has the status that follows from its events. */
function proposalFlaw(events: readonly RecordedEvent[], docs: readonly Doc[]): string | null {
  const statuses = new Map<string, string>();
  for (const event of events) {
    const step = stepOf(event);
    if (step === null || !("proposalId" in event)) continue;
    const [after, before] = step;
    const status = statuses.get(event.proposalId) ?? "missing";
    if (!before.includes(status))
      return `${event.kind} of ${event.proposalId}, which is ${status}.`;
    statuses.set(event.proposalId, after);
  }
  const proposals = docs.filter(({ kind }) => kind === proposalKind).map(proposalFromDoc);
  for (const { id, status } of proposals) {
    const replayed = statuses.get(id) ?? "missing";
    if (replayed !== status) return `Proposal ${id} is ${status}, and ${replayed} by its events.`;
    statuses.delete(id);
  }
  const [refused] = statuses.keys();
  return refused === undefined ? null : `Proposal ${refused} does not exist, but has events.`;
}

function entryFlaw(events: readonly RecordedEvent[], entries: readonly Entry[]): string | null {
  const recorded = events.flatMap((event) =>
    "sequence" in event ? [`${event.kind} ${event.sequence}`] : [],
  );
  const expected = entries.flatMap(({ sequence, body }) => {
    const { type, reversalOf } = entryFromBody(body);
    if (reversalOf !== null) return [`reversed ${sequence}`];
    return type === "expense" ? [] : [`credited ${sequence}`];
  });
  if (recorded.join() === expected.join()) return null;
  return `The events are ${recorded.join()}, and the entries ${expected.join()}.`;
}
