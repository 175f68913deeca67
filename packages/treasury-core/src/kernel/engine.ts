import type { TreasuryState } from "@agent-treasury/contract";
import {
  isTreasuryError,
  type Micros,
  type Clock,
  type Identifiers,
  type PaymentProcessor,
  type SpendEventReceiver,
  type Storage,
} from "@agent-treasury/provider";
import type { Administration } from "./action-type.ts";
import type { DocumentKinds } from "./documents/document-kind.ts";
import type { ExternalPayments } from "./judgement/external-payments.ts";
import type { SpendingPolicy } from "./judgement/spending-policy.ts";
import type { Account } from "./ledger/account.ts";
import type { Calendar } from "./ledger/business-day.ts";
import type { Committer } from "./ledger/commit/committer.ts";
import type { CopyWalk } from "./ledger/copy-walk.ts";
import type { PaymentIdentity } from "./ledger/payment-identity.ts";
import type { AskedProposal } from "./spends/spend-request.ts";
import type { ShownRecords } from "./views/shown-records.ts";

/** Dependencies shared by all requests. */
export interface Engine {
  readonly storage: Storage;
  readonly committer: Committer;
  readonly policy: SpendingPolicy;
  readonly administration: Administration;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly documents: DocumentKinds;
  /** What features do before a spend is proposed. */
  readonly preparations: readonly SpendPreparation[];
  /** Fields of the state that features show. */
  readonly stateOf: (workspaceId: string, account: Account) => Partial<TreasuryState>;
  /** Verifications of features. */
  readonly walksOf: (workspaceId: string) => Promise<readonly CopyWalk[]>;
  readonly payments: PaymentProcessor | null;
  /** Receives events about external payments. */
  readonly spendEvents: SpendEventReceiver | null;
  /** Reports failures that no caller receives. */
  readonly report: (error: unknown) => void;
  /** Null if the ledger entry is the payment. */
  readonly external: ExternalPayments | null;
  readonly shown: ShownRecords;
  /** The starting capital of first epochs. */
  readonly startingCapital: Micros;
}

/** What a feature finds out about a spend before its commit, so that no commit waits for it. */
export interface SpendPreparation {
  /** Returns signals from the request alone. The other preparations see them. */
  read?(request: AskedProposal): object;
  /** Returns signals for the feature's guards. Runs beside those of other features. */
  beforeProposal?(engine: Engine, workspaceId: string, request: AskedProposal): Promise<object>;
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
