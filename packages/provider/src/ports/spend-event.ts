import type { Json } from "./json.ts";

/**
 * Something that happened to a spend that is paid outside, as the payment processor's webhook told it.
 * The treasury passes it on unread; only the executor that pays the spends knows its words.
 */
export interface SpendEvent {
  readonly kind: "spend";
  /** The processor's id of the telling: the same one may come again. */
  readonly id: string;
  /** The processor's own name for it, for example `issuing_transaction.created`. */
  readonly name: string;
  /** Milliseconds since 1970, by the processor's clock. */
  readonly occurredAt: number;
  /** The processor's own object, with nothing in it that must not be kept. */
  readonly object: Json;
}

/**
 * Takes what a webhook told of spends. A rejection makes the processor send it again. May be called
 * with the same event twice, and with several at once.
 */
export interface SpendEventReceiver {
  receive(event: SpendEvent): Promise<void>;
}
