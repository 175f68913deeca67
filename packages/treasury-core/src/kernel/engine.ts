import {
  isTreasuryError,
  type Micros,
  type Clock,
  type Identifiers,
  type PasskeyVerifier,
  type PaymentProcessor,
  type SpendEventReceiver,
  type Storage,
} from "@agent-treasury/provider";
import type { ExternalSpends } from "../features/payments/payouts/external-spends.ts";
import type { PublishingTerms } from "../features/rules/publish-rules.ts";
import type { ClassifierDeps } from "../features/screening/ask-classifier.ts";
import type { Administration } from "./actions/action-type.ts";
import type { DocumentKinds } from "./documents/document-kind.ts";
import type { SpendingPolicy } from "./judgement/spending-policy.ts";
import type { Calendar } from "./ledger/business-day.ts";
import type { Committer } from "./ledger/commit/committer.ts";
import type { CopyWalk } from "./ledger/copy-walk.ts";
import type { PaymentIdentity } from "./ledger/payment-identity.ts";
import type { ShownRecords } from "./views/shown-records.ts";

/** Dependencies shared by all requests. */
export interface Engine {
  readonly storage: Storage;
  readonly committer: Committer;
  readonly policy: SpendingPolicy;
  readonly publishing: PublishingTerms;
  readonly administration: Administration;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly passkeys: PasskeyVerifier | null;
  readonly documents: DocumentKinds;
  /** Verifications of features. */
  readonly walksOf: (workspaceId: string) => readonly CopyWalk[];
  readonly payments: PaymentProcessor | null;
  /** Receives events about external payments. */
  readonly spendEvents: SpendEventReceiver | null;
  /** Reports failures that no caller receives. */
  readonly report: (error: unknown) => void;
  readonly classifier: ClassifierDeps | null;
  /** Null if the ledger entry is the payment. */
  readonly external: ExternalSpends | null;
  readonly plugins: string[];
  readonly shown: ShownRecords;
  /** The starting capital of first epochs. */
  readonly startingCapital: Micros;
}

export function paymentIdentityOf({ payments }: Engine): PaymentIdentity | null {
  if (payments === null) return null;
  try {
    return { provider: payments.provider, mode: payments.mode() };
  } catch (error) {
    // A processor without its key counts as not connected.
    if (isTreasuryError(error) && error.code === "payments_not_connected") return null;
    throw error;
  }
}
