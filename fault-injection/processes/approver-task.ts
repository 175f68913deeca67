import type { Operator } from "../../packages/treasury-core/src/domain.ts";
import type { StoreAddress } from "../stores/store.ts";

/** A person's decision or withdrawal, with one of the person's credentials. */
export interface RacedDecision {
  readonly proposalId: string;
  readonly decision: "approve" | "deny" | "withdraw";
  readonly operator: Operator;
}

/** The decisions that a process sends. */
export interface ApproverTask {
  readonly store: StoreAddress;
  /** Decisions that follow each other. Callers take one sequence after the other. */
  readonly sequences: readonly (readonly RacedDecision[])[];
  readonly callers: number;
}

/** A decision and the status or error code that its sender received. */
export interface AnsweredDecision extends RacedDecision {
  readonly answer: string;
}
