import type { Doc, Json, JsonObject, Key } from "@agent-treasury/provider";
import type { Changes } from "./command.ts";
import { keptDoc } from "./kept-doc.ts";
import type { LedgerState } from "./ledger-state.ts";

/** Determines the events that commits record. Pure, because a command may run several times. */
export interface EventRecorder {
  /** Whether this process begins to record a workspace. It always records where recording is on. */
  readonly begins: boolean;
  /** Whether the commit listener also needs the events of workspaces without recording. */
  readonly reports: boolean;
  /** False for internal workspaces without events. */
  isRecorded(workspaceId: string): boolean;
  /** Events of one command, or of the maintenance before it. Must not throw. */
  eventsOf(before: LedgerState, changes: Changes, creates: readonly Key[]): readonly JsonObject[];
}

export const eventKind = "event";

const retainedMs = 7 * 86_400_000;

/** The events of one commit. */
export interface EventBatch {
  /** Begins at 1 in each workspace, plus one with each record. A reset does not restart it. */
  readonly ordinal: number;
  /** 128 random bits. An event's id is `evt_<id>_<index>`. */
  readonly id: string;
  /** Workspace time of the commit, in milliseconds since 1970. */
  readonly at: number;
  readonly events: readonly JsonObject[];
}

/** A closed document, so that no load contains it. */
export function eventsToDoc({ ordinal, id, at, events }: EventBatch, epoch: number): Doc {
  const key = { kind: eventKind, id: ordinal.toString() };
  const body = { id, at, events: eventsToJson(events) };
  return { ...keptDoc(key, epoch, body), expiresAt: at + retainedMs };
}

/**
 * Returns the stored form of a commit's events. Most are those of automatic spends, three for each,
 * and the proposal's id stands for them in a sixth of the space.
 */
export function eventsToJson(events: readonly JsonObject[]): Json[] {
  const stored: Json[] = [];
  for (let index = 0; index < events.length;) {
    const event = events[index] ?? {};
    const id = automaticSpendAt(events, index);
    stored.push(id ?? event);
    index += id === null ? 1 : eventsOfAutomaticSpend;
  }
  return stored;
}

export function eventsFromJson(stored: readonly Json[]): JsonObject[] {
  return stored.flatMap((one) =>
    typeof one === "string" ? automaticSpend(one) : [one as JsonObject],
  );
}

const eventsOfAutomaticSpend = 3;

/** The events of a spend that policy approves and the ledger executes at once. */
function automaticSpend(proposalId: string): JsonObject[] {
  return [
    { kind: "proposalCreated", proposalId },
    { kind: "proposalDecided", proposalId, decision: "approve", by: "policy" },
    { kind: "proposalExecuted", proposalId },
  ];
}

/** Returns the proposal's id. Null for other events, also if they have further fields. */
function automaticSpendAt(events: readonly JsonObject[], index: number): string | null {
  const id = events[index]?.["proposalId"];
  if (typeof id !== "string" || events[index + 2]?.["proposalId"] !== id) return null;
  const isSame = automaticSpend(id).every((event, at) => isEqual(events[index + at], event));
  return isSame ? id : null;
}

function isEqual(event: JsonObject | undefined, expected: JsonObject): boolean {
  if (event === undefined) return false;
  const fields = Object.keys(expected);
  return (
    Object.keys(event).length === fields.length &&
    fields.every((field) => event[field] === expected[field])
  );
}
