import type {
  WrittenAction,
  WrittenCondition,
  WrittenLimit,
} from "../rule-set/written-rule-set.ts";
import type { GivenSpend, Verdict } from "./evaluation.fixture.ts";
import type { RuleMemory } from "./rule-memory.ts";

/** One rule, with spends at, below and beyond what it allows. */
export interface RuleRow {
  readonly when?: WrittenCondition;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly then: WrittenAction;
  readonly past?: readonly GivenSpend[];
  readonly memory?: Partial<RuleMemory>;
  /** Spends for which the rule has no effect. */
  readonly within: readonly GivenSpend[];
  readonly beyond: readonly GivenSpend[];
  readonly verdict: Verdict;
}

export const limit = (fields: WrittenLimit): WrittenAction => ({ limit: fields });

/** A local time in Berlin, in winter. */
export const local = (text: string): number => Date.parse(`${text}:00+01:00`);
