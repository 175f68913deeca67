import type { TreasuryEvent } from "@agent-treasury/contract";

/** Of the union's members, what is stored: ids, kinds and counts, but no texts. */
type Stored<Event> = Event extends TreasuryEvent
  ? Omit<Event, "id" | "workspaceId" | "at" | "proposal" | "entry" | "frozenId"> &
      (Event extends { readonly proposal: unknown } ? { readonly proposalId: string } : unknown) &
      (Event extends { readonly entry: unknown } ? { readonly sequence: string } : unknown) &
      (Event extends { readonly frozenId: unknown } ? { readonly freezeId: string } : unknown)
  : never;

/**
 * An event as a commit stores it. Proposals, entries and records of freezes, which contain the names
 * of vendors, are read when it is delivered.
 */
export type RecordedEvent = Readonly<Stored<TreasuryEvent>>;

/** The events of one commit. */
export interface EventRecord {
  /** Begins at 1 in each workspace, plus one with each record. A reset does not restart it. */
  readonly ordinal: number;
  /** 128 random bits. An event's id is `evt_<id>_<index>`. */
  readonly id: string;
  /** Workspace time of the commit, in milliseconds since 1970. */
  readonly at: number;
  readonly events: readonly RecordedEvent[];
}
