import { Micros } from "@agent-treasury/provider";
import type {
  PaymentIdentity,
  SpendingLimits,
} from "../../../packages/treasury-core/src/domain.ts";
import type { Settings } from "../history.ts";

/** An entry in the model, without totals, which are computed each time. */
export interface ModelEntry {
  readonly epoch: number;
  readonly type: "deposit" | "revenue" | "expense";
  readonly amount: Micros;
  readonly day: string;
  readonly automatic: boolean;
  readonly takesBack: boolean;
}

export interface ModelProposal {
  readonly id: string;
  readonly epoch: number;
  readonly amount: Micros;
  readonly verdict: "safe" | "review" | "blocked";
  readonly status: "pending" | "approved" | "denied" | "executed" | "failed";
  readonly automatic: boolean;
  readonly expiresAt: number | null;
  readonly expired: boolean;
}

/** The immutable state of a workspace in the model. */
export interface ModelState {
  readonly epoch: number;
  readonly startingCapital: Micros;
  readonly payment: PaymentIdentity | null;
  readonly overrides: Partial<SpendingLimits>;
  /** The latest recorded day. */
  readonly day: string;
  /** In ledger order, of all epochs. */
  readonly entries: readonly ModelEntry[];
  /** In the order of their proposals, of all epochs. */
  readonly proposals: readonly ModelProposal[];
  /** Credited sessions with their epoch and purpose. */
  readonly credits: readonly {
    readonly session: string;
    readonly epoch: number;
    readonly type: "deposit" | "revenue";
  }[];
  readonly reversals: readonly string[];
  /** Reversals without a credit so far. */
  readonly early: readonly { readonly session: string; readonly amount: Micros }[];
}

/** The state of an unused workspace. */
export function openingState({ startingCapital }: Settings): ModelState {
  return {
    epoch: 1,
    startingCapital,
    payment: null,
    overrides: {},
    day: "",
    entries: [],
    proposals: [],
    credits: [],
    reversals: [],
    early: [],
  };
}

/** The service's figures, each computed from the first entry of the epoch. */
export interface Figures {
  readonly deposits: Micros;
  readonly revenue: Micros;
  readonly expense: Micros;
  readonly balance: Micros;
  readonly spentToday: Micros;
  readonly automaticToday: Micros;
  readonly held: Micros;
  readonly heldAutomatic: Micros;
}

/** Computes a state's figures on a day. */
export function figuresOf(state: ModelState, day: string): Figures {
  const entries = state.entries.filter(({ epoch }) => epoch === state.epoch);
  const ofType = (type: ModelEntry["type"]): ModelEntry[] =>
    entries.filter((entry) => entry.type === type);
  const today = ofType("expense").filter((entry) => entry.day === day && !entry.takesBack);
  const held = state.proposals.filter(({ status }) => status === "approved");
  return {
    deposits: sum(ofType("deposit")),
    revenue: sum(ofType("revenue")),
    expense: -sum(ofType("expense")) as Micros,
    balance: (state.startingCapital + sum(entries)) as Micros,
    spentToday: -sum(today) as Micros,
    automaticToday: -sum(today.filter(({ automatic }) => automatic)) as Micros,
    held: sum(held),
    heldAutomatic: sum(held.filter(({ automatic }) => automatic)),
  };
}

function sum(amounts: readonly { readonly amount: Micros }[]): Micros {
  return amounts.reduce((total, { amount }) => (total + amount) as Micros, Micros.zero);
}
