import type { TreasuryEvent } from "@agent-treasury/contract";

/** Events that a consumer did not receive, because they expired before it could. */
export interface EventGap {
  readonly workspaceId: string;
  /** Number of lost commits with events. */
  readonly commits: number;
  /** Times of the first undelivered and of the oldest remaining event, if known. ISO 8601, UTC. */
  readonly from: string | null;
  readonly until: string | null;
}

export interface Delivery {
  readonly event: TreasuryEvent;
  /** Empty for a consumer without targets. */
  readonly target: string;
  /** 1 for the first. Counts across processes. */
  readonly attempt: number;
  /** Aborts when the delivery times out or the process closes. */
  readonly signal: AbortSignal;
}

/** What a consumer answers, if it is more than success. Stored with the last deliveries of a target. */
export interface DeliveryNote {
  /** For display, for example an HTTP status. At most 100 characters. */
  readonly note: string;
}

/**
 * Receives every event of every workspace at least once, in the order of the commits. If a delivery
 * fails, later events of the same proposal wait for it, and others do not.
 */
export interface EventConsumer {
  /** Names its cursors in the storage. Lower-case letters, digits and hyphens. */
  readonly id: string;
  /** Timeout of one delivery; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Age of an event from which a failed delivery is no longer repeated by itself; null for never. */
  readonly giveUpAfterMs?: number | null;
  /**
   * Returns the receivers in a workspace, each with its own cursor. A new target begins with the
   * events after `since`. Without this method, a consumer has one receiver per workspace.
   */
  readonly targets?: (workspaceId: string) => Promise<readonly EventTarget[]>;
  /**
   * Rejects if the delivery failed. It is then repeated with growing delays. A `TreasuryError` may
   * carry the header `retry-after`, in seconds, for a longer delay.
   */
  deliver(delivery: Delivery): Promise<DeliveryNote | void>;
  /** Called at least once for a gap. */
  readonly missed?: (gap: EventGap, target: string) => Promise<void>;
}

export interface EventTarget {
  /** At most 320 characters. */
  readonly id: string;
  /** Events of these kinds only; null for all. */
  readonly kinds: readonly string[] | null;
  /** Ordinal of the newest event record that preceded the target. */
  readonly since: number;
}

/** A failed delivery that is repeated, or was given up. */
export interface ParkedEvent {
  readonly eventId: string;
  readonly kind: string;
  readonly at: string;
  readonly attempts: number;
  /** When it is repeated. Null if it was given up. ISO 8601, UTC. */
  readonly nextAttemptAt: string | null;
  /** Why the last attempt failed, redacted. */
  readonly failure: string;
}

/** A past attempt. The newest 20 of a target are stored. */
export interface PastDelivery {
  readonly eventId: string;
  readonly kind: string;
  readonly at: string;
  readonly succeeded: boolean;
  readonly note: string | null;
  readonly milliseconds: number;
}

/** The state of one target in one workspace. */
export interface DeliveryState {
  readonly target: string;
  /** Commits with events that are not delivered yet. */
  readonly waiting: number;
  /** Whether it has 100 parked events, so that later ones wait. */
  readonly isStopped: boolean;
  readonly parked: readonly ParkedEvent[];
  readonly recent: readonly PastDelivery[];
  /** Commits with events that expired undelivered. */
  readonly missed: number;
}

/** How a consumer looks at its own deliveries. */
export interface Deliveries {
  /** @param former a target to include although it is no longer listed. */
  list(workspaceId: string, former?: string): Promise<readonly DeliveryState[]>;
  /** Delivers parked events of a target now: one, or all of them for null. */
  replay(workspaceId: string, target: string, eventId: string | null): Promise<void>;
  /** Forgets a target's cursor. */
  remove(workspaceId: string, target: string): Promise<void>;
}
