import type { Micros } from "@agent-treasury/provider";
import type { Allocation, WrittenRule } from "@agent-treasury/rules";

/** A step on a workspace, as printable data. */
export type RuleStep =
  | ({ readonly kind: "propose"; readonly id: string } & StepSpend)
  | {
      readonly kind: "decide";
      readonly id: string;
      readonly decision: "approve" | "deny";
      readonly person: PersonName;
      /** Null for the proposed amount. */
      readonly approvedAmount: Micros | null;
      readonly isHeld: boolean;
    }
  | {
      readonly kind: "capture";
      readonly id: string;
      readonly capture: string;
      readonly amount: Micros;
    }
  | { readonly kind: "release"; readonly id: string }
  | { readonly kind: "publish"; readonly rules: readonly WrittenRule[] }
  | { readonly kind: "allocate"; readonly allocations: readonly Allocation[] }
  | { readonly kind: "credit"; readonly id: string; readonly amount: Micros }
  | { readonly kind: "reset" }
  /** Removes expired documents. */
  | { readonly kind: "purge" };

export interface StepSpend {
  readonly amount: Micros;
  readonly vendor: string;
  readonly category: string | null;
  readonly agentId: string;
  readonly allocationId: string | null;
  /** The person behind the agent. */
  readonly behind: PersonName | null;
  /** Paid by an executor. */
  readonly isHeld: boolean;
  readonly isReviewed: boolean;
}

/** `guest` did not sign in. */
export type PersonName = "ada" | "ben" | "cyd" | "dan" | "guest";

export const groupsOfPerson: Readonly<Record<PersonName, readonly string[]>> = {
  ada: ["finance"],
  ben: ["finance", "legal"],
  cyd: ["legal"],
  dan: [],
  guest: [],
};

/** A step with its process. */
export interface RuleMove {
  readonly process: number;
  readonly step: RuleStep;
  /** Whether the process crashes before or after its next commit, and is replaced. */
  readonly crash: "before" | "after" | null;
}

/** A change of the clock, followed by concurrent steps. */
export interface RuleRound {
  readonly advanceMs: number;
  /** A change of the storage's clock beyond elapsed time. */
  readonly jumpMs: number;
  readonly moves: readonly RuleMove[];
}

/** A workspace's steps, generated from its seed. */
export interface RuleHistory {
  readonly seed: number;
  readonly timeZone: string;
  readonly startsAt: number;
  readonly startingCapital: Micros;
  readonly proposalLifetimeMs: number | null;
  readonly processes: number;
  /** Whether commits meet faults. */
  readonly hasFaults: boolean;
  readonly rounds: readonly RuleRound[];
}

export const autoApproveUnder = 8_000_000n as Micros;
