import type { Operator } from "../../packages/treasury-core/src/domain.ts";
import type { StoreAddress } from "../stores/store.ts";

/** A person's decision, with one of the person's credentials. */
export interface RacedDecision {
  readonly proposalId: string;
  readonly decision: "approve" | "deny";
  readonly operator: Operator;
}

/** The decisions that a process sends. */
export interface ApproverTask {
  readonly store: StoreAddress;
  readonly decisions: readonly RacedDecision[];
  readonly callers: number;
}

/** A decision and the status or error code that its sender received. */
export interface AnsweredDecision extends RacedDecision {
  readonly answer: string;
}
