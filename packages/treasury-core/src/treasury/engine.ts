import {
  isTreasuryError,
  type Micros,
  type Clock,
  type Identifiers,
  type PaymentProcessor,
  type SpendEventReceiver,
  type Storage,
} from "@agent-treasury/provider";
import type { Calendar } from "../ledger/business-day.ts";
import type { Committer } from "../ledger/commit/committer.ts";
import type { PaymentIdentity } from "../ledger/payment-identity.ts";
import type { ClassifierParts } from "./classifier/ask-classifier.ts";
import type { ExternalSpends } from "./payouts/external-spends.ts";
import type { SpendingPolicy } from "./policy/spending-policy.ts";

/** What a treasury runs on: made once by `createTreasury`, the same for every request. */
export interface Engine {
  readonly storage: Storage;
  readonly committer: Committer;
  readonly policy: SpendingPolicy;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** Null when no payment processor is connected. */
  readonly payments: PaymentProcessor | null;
  /** Told of what the processor's webhook says of spends that are paid outside; null for nobody. */
  readonly spendEvents: SpendEventReceiver | null;
  /** Tells the deployment of a failure that no caller can be told of. */
  readonly report: (error: unknown) => void;
  /** Null where the gate stands alone. */
  readonly classifier: ClassifierParts | null;
  /** Null where the ledger entry is the payment. */
  readonly external: ExternalSpends | null;
  /** Of the first epoch of a workspace. */
  readonly startingCapital: Micros;
}

/** The connected processor as an account remembers it, null for none. */
export function paymentIdentityOf({ payments }: Engine): PaymentIdentity | null {
  if (payments === null) return null;
  try {
    return { provider: payments.provider, mode: payments.mode() };
  } catch (error) {
    // Plugged in without a key is not connected.
    if (isTreasuryError(error) && error.code === "payments_not_connected") return null;
    throw error;
  }
}
