import type { Doc, JsonObject, Key } from "@agent-treasury/provider";
import type { Changes } from "./command.ts";
import { keptDoc } from "./kept-doc.ts";
import type { LedgerState } from "./ledger-state.ts";
import { eventsToJson } from "./stored-events.ts";

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
  readonly ordinal: number;
  /** Id of the commit. */
  readonly id: string;
  readonly at: number;
  readonly events: readonly JsonObject[];
}

/** A closed document, so that no load contains it. */
export function eventsToDoc({ ordinal, id, at, events }: EventBatch, epoch: number): Doc {
  const key = { kind: eventKind, id: ordinal.toString() };
  const body = { id, at, events: eventsToJson(events) };
  return { ...keptDoc(key, epoch, body), expiresAt: at + retainedMs };
}
