import type { Doc, Storage } from "@agent-treasury/provider";
import { eventRecordFromDoc } from "../../packages/treasury-core/src/domain.ts";
import type { ReceivedEvent } from "../processes/emitter-task.ts";

export interface EventAudit {
  readonly flaws: readonly string[];
  /** Recorded events that were not received. */
  readonly missing: number;
  readonly recorded: number;
  readonly duplicates: number;
}

interface RecordedEvent {
  readonly kind: string;
  readonly proposalId?: string;
}

/**
 * Compares received events with the records and the proposals of the storage: none is missing or
 * invented, and those of one proposal arrived in order, apart from duplicates.
 */
export async function auditEvents(
  storage: Storage,
  workspaceIds: readonly string[],
  received: readonly ReceivedEvent[],
): Promise<EventAudit> {
  const flaws: string[] = [];
  const first = new Map<string, number>();
  for (const [place, { id }] of received.entries()) if (!first.has(id)) first.set(id, place);
  const known = new Set<string>();
  let missing = 0;
  for (const workspaceId of workspaceIds) {
    const docs = await docsOf(storage, workspaceId);
    const newestOf = new Map<string, number>();
    const kindsOf = new Map<string, Set<string>>();
    for (const { id, event } of eventsIn(docs)) {
      known.add(id);
      const place = first.get(id);
      const { proposalId, kind } = event;
      if (place === undefined) {
        missing += 1;
        continue;
      }
      const arrived = received[place];
      if (arrived?.kind !== kind || arrived.proposalId !== (proposalId ?? null)) {
        flaws.push(`${id} arrived as ${arrived?.kind} of ${arrived?.proposalId}.`);
      }
      if (proposalId === undefined) continue;
      if (place < (newestOf.get(proposalId) ?? -1)) flaws.push(`${id} arrived too late.`);
      newestOf.set(proposalId, place);
      kindsOf.set(proposalId, (kindsOf.get(proposalId) ?? new Set()).add(kind));
    }
    if (missing === 0) flaws.push(...flawsOfProposals(docs, kindsOf));
  }
  for (const id of first.keys()) if (!known.has(id)) flaws.push(`${id} was invented.`);
  return { flaws, missing, recorded: known.size, duplicates: received.length - first.size };
}

export interface IdentifiedEvent {
  readonly id: string;
  /** Id of its record. */
  readonly record: string;
  readonly event: RecordedEvent;
}

/** Yields the recorded events of a workspace in order. */
export async function* recordedEvents(
  storage: Storage,
  workspaceId: string,
): AsyncGenerator<IdentifiedEvent> {
  yield* eventsIn(await docsOf(storage, workspaceId));
}

async function docsOf(storage: Storage, workspaceId: string): Promise<readonly Doc[]> {
  const docs: Doc[] = [];
  for await (const part of storage.copy(workspaceId)) if (part.kind === "doc") docs.push(part.doc);
  return docs;
}

function* eventsIn(docs: readonly Doc[]): Generator<IdentifiedEvent> {
  const records = docs.filter(({ kind }) => kind === "event");
  for (const doc of records.toSorted((left, right) => Number(left.id) - Number(right.id))) {
    const { id: record, events } = eventRecordFromDoc(doc);
    for (const [index, event] of events.entries()) {
      yield { id: `evt_${record}_${index}`, record, event };
    }
  }
}

/** Each change of a proposal has its event. */
function flawsOfProposals(
  docs: readonly Doc[],
  kindsOf: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return docs.flatMap(({ kind, id, body }) => {
    if (kind !== "proposal") return [];
    const { status } = body as { readonly status: string };
    const wanted = ["proposalCreated"];
    if (status !== "pending") wanted.push("proposalDecided");
    if (status === "executed") wanted.push("proposalExecuted");
    const without = wanted.filter((one) => kindsOf.get(id)?.has(one) !== true);
    return without.map((one) => `${id} is ${status}, but ${one} did not arrive.`);
  });
}
