import type { Micros, PaymentQuote } from "@agent-treasury/provider";
import type { HoldTerms } from "../judgement/hold-terms.ts";
import type { PaymentIdentity } from "../ledger/payment-identity.ts";
import type { Person } from "../ledger/person.ts";
import type { SpendPayout } from "../proposals/proposal.ts";
import type { PersonsMessage } from "../turn-tool.ts";

/** What is to be paid. */
export interface AskedSpend {
  readonly amount: Micros;
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
}

export interface SpendRequest extends AskedSpend {
  /** Requests with the same id return the same proposal. */
  readonly id: string;
  readonly turnId?: string;
  /** The epoch in which the turn began. */
  readonly epoch?: number;
  /** `agent` for the built-in agent. */
  readonly agentId: string;
  /** Name of the external agent. */
  readonly proposedBy?: string;
  /** Name of the sub-agent, self-reported. */
  readonly label?: string | null;
  /** The person who started the turn, or who owns the agent's credential. */
  readonly behind?: Person | null;
  /** Only from an executor. Its payee is the vendor, whatever `vendor` is. */
  readonly quote?: PaymentQuote;
  /** Missing for one payment. It is then made by the ledger or an executor. */
  readonly payout?: SpendPayout;
  /** The deployment, for records of format 3. */
  readonly deployment?: string;
  /** The allocation to charge. */
  readonly allocationId?: string | null;
  /** Whether the agent read content of a seller earlier in its turn. */
  readonly hasReadContent?: boolean;
  /** Whether the person who asks for it named the payee. */
  readonly isPayeeNamed?: boolean;
  /** The one amount that the person's message names. Null if it names none or several. */
  readonly namedAmount?: Micros | null;
  /** Whether the agent read outside content earlier in its turn. */
  readonly hasReadOutside?: boolean;
  readonly payment: PaymentIdentity | null;
  /** 128 random bits. */
  readonly salt: string;
  /** Omitted if the entry itself is the payment. */
  readonly hold?: HoldTerms;
  /** Why the executor cannot pay it now. Null or missing if it can. */
  readonly impossible?: string | null;
  /** Time of the process. */
  readonly askedAt?: number;
}

/** A proposed spend before the features prepared it. */
export type AskedProposal = Omit<
  SpendRequest,
  "askedAt" | "hold" | "impossible" | "payment" | "salt"
> & {
  /** The message of the person who started the agent's turn. */
  readonly message?: PersonsMessage;
  /** A signed-in person proposes it, and so names its payee. */
  readonly isByPerson?: boolean;
};
