import type { Json } from "./json.ts";

/**
 * A webhook event about an externally paid spend, passed to the payment executor without
 * interpretation.
 */
export interface SpendEvent {
  readonly kind: "spend";
  /** The processor's id. An event may be delivered more than once. */
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970, by the processor's clock. */
  readonly occurredAt: number;
  /** Without data that must not be stored. */
  readonly object: Json;
  /** The processor's account of the event, if it is another one than that of the key. */
  readonly account?: string;
}

/**
 * Receives spend events, possibly repeated and concurrently. If it rejects, the processor sends the
 * event again.
 */
export interface SpendEventReceiver {
  receive(event: SpendEvent): Promise<void>;
}
