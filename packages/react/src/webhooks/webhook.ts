/** An endpoint as the plugin `webhooks` returns it. Times are ISO 8601, UTC. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** Null for all kinds of events. */
  readonly kinds: readonly string[] | null;
  readonly description: string | null;
  readonly createdAt: string;
  /** Null while events are sent. */
  readonly disabledAt: string | null;
  readonly disabledReason: string | null;
  /** Until then, deliveries also have the signature of the previous secret. */
  readonly previousSecretUntil: string | null;
  /** Whether a secret is encrypted with another key than the newest. */
  readonly hasOldKey: boolean;
}

export interface ShownSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/** An administrative action. */
export interface BegunChange {
  readonly actionId: string;
  /** False while it needs approvals. */
  readonly isDone: boolean;
}

export interface AddedEndpoint extends ShownSecret, BegunChange {}

export interface TestResult {
  readonly succeeded: boolean;
  /** The HTTP status, or why no response arrived. */
  readonly note: string;
}

export interface FailedEvent {
  readonly eventId: string;
  readonly kind: string;
  readonly at: string;
  readonly attempts: number;
  /** Null if it was given up. */
  readonly nextAttemptAt: string | null;
  readonly failure: string;
}

export interface PastDelivery {
  readonly eventId: string;
  readonly kind: string;
  readonly at: string;
  readonly succeeded: boolean;
  readonly note: string | null;
  readonly milliseconds: number;
}

export interface WebhookDeliveries {
  /** Commits with events that are not sent yet. */
  readonly waiting: number;
  /** Whether 100 events failed, so that later ones wait. */
  readonly isStopped: boolean;
  /** Commits with events that expired unsent. */
  readonly missed: number;
  readonly failed: readonly FailedEvent[];
  /** Oldest first. */
  readonly recent: readonly PastDelivery[];
}
