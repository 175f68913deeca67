import type { Micros } from "@agent-treasury/provider";
import type { SpendingLimits } from "../../packages/treasury-core/src/domain.ts";

/** The amount at which a limit changes its result, or a fixed one of 0. */
export type AmountBase =
  | "zero"
  | keyof SpendingLimits
  | "autoApproveDaily"
  /** The amount of the proposal that is paid. */
  | "proposal";

/** An amount relative to the state in which the step runs, so that shortened histories keep it. */
export interface RelativeAmount {
  readonly base: AmountBase;
  readonly offset: Micros;
}

/** The verdict of screening on the purpose of a spend. */
export type Purpose = "office paper" | "a gift card" | "counterfeit watches";

/** The answer of the judge, or `silent`. */
export type JudgeStep = "none" | "silent" | "safe" | "review" | "blocked";

export type Step<Amount = RelativeAmount> =
  | {
      readonly kind: "propose";
      readonly id: string;
      readonly amount: Amount;
      readonly purpose: Purpose;
      readonly judge: JudgeStep;
      /** Whether a payment executor pays the spend. */
      readonly isExternal: boolean;
    }
  | {
      readonly kind: "decide";
      readonly id: string;
      readonly decision: "approve" | "deny";
      readonly isExternal: boolean;
    }
  | {
      readonly kind: "capture";
      readonly id: string;
      readonly captureId: string;
      readonly amount: Amount;
    }
  | { readonly kind: "release"; readonly id: string }
  | {
      readonly kind: "credit";
      readonly type: "deposit" | "revenue";
      /** Negative for a reversal. */
      readonly amount: Amount;
    }
  /** Part of an executed spend is refunded. */
  | { readonly kind: "refund"; readonly amount: Amount }
  | { readonly kind: "set_budget"; readonly overrides: Partial<SpendingLimits> }
  | { readonly kind: "reset" };

/** The time that passes before a step. */
export type Wait =
  | { readonly kind: "elapsed"; readonly ms: number }
  /** Until the next local midnight, plus `ms`. */
  | { readonly kind: "midnight"; readonly ms: number }
  /** The clock is set; no time passes. */
  | { readonly kind: "clock_set"; readonly ms: number };

export interface Move {
  readonly wait: Wait;
  /** Whether another process performs the step. */
  readonly isNewProcess: boolean;
  readonly step: Step;
}

export interface Settings {
  readonly beginning: number;
  readonly timeZone: string;
  readonly startingCapital: Micros;
  readonly limits: SpendingLimits;
  readonly autoApproveDaily: Micros | null;
  readonly proposalLifetimeMs: number | null;
}

export interface History {
  readonly seed: number;
  readonly settings: Settings;
  readonly moves: readonly Move[];
}
