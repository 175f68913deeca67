import { Micros } from "@agent-treasury/provider";
import type {
  PaymentIdentity,
  SpendingLimits,
} from "../../../packages/treasury-core/src/domain.ts";
import type { Settings } from "../history.ts";

/** What the model keeps of an entry: no totals, for those are added up anew each time. */
export interface ModelEntry {
  readonly epoch: number;
  readonly type: "deposit" | "revenue" | "expense";
  readonly amount: Micros;
  readonly day: string;
  readonly automatic: boolean;
  readonly takesBack: boolean;
}

/** What the model keeps of a proposal. */
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

/** Everything that the model knows of a workspace. Never changed, only replaced. */
export interface ModelState {
  readonly epoch: number;
  readonly startingCapital: Micros;
  readonly payment: PaymentIdentity | null;
  readonly overrides: Partial<SpendingLimits>;
  /** The latest day on which anything was written. */
  readonly day: string;
  /** In the order of the ledger, of all epochs. */
  readonly entries: readonly ModelEntry[];
  /** In the order in which they were asked for, of all epochs. */
  readonly proposals: readonly ModelProposal[];
  /** Sessions that were credited: in which epoch, and as what. */
  readonly credits: readonly {
    readonly session: string;
    readonly epoch: number;
    readonly type: "deposit" | "revenue";
  }[];
  readonly reversals: readonly string[];
  /** Reversals whose credit has not come. */
  readonly early: readonly { readonly session: string; readonly amount: Micros }[];
}

/** A workspace that nobody used. */
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

/** The reference's figures, each added up from the first entry of the epoch. */
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

/** Adds up what a state comes to on a day. */
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
