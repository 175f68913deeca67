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
