import type { Json } from "./json.ts";

/**
 * An event about an externally paid spend, received by the payment processor's webhook. The
 * treasury passes it to the payment executor without interpreting it.
 */
export interface SpendEvent {
  readonly kind: "spend";
  /** The processor's id of the event. An event may be delivered more than once. */
  readonly id: string;
  /** The processor's event name, for example `issuing_transaction.created`. */
  readonly name: string;
  /** Milliseconds since 1970, by the processor's clock. */
  readonly occurredAt: number;
  /** The processor's object, without data that must not be stored. */
  readonly object: Json;
}

/**
 * Receives spend events from a webhook. If it rejects, the processor sends the event again. Events
 * may be repeated, and calls may run concurrently.
 */
export interface SpendEventReceiver {
  receive(event: SpendEvent): Promise<void>;
}
