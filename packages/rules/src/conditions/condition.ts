import type { Json, Micros } from "@agent-treasury/provider";
import type * as z from "zod";
import type { SpendFacts } from "../evaluate/spend-facts.ts";
import type { Problem } from "../rule-set/problem.ts";
import type { WrittenCondition } from "../rule-set/written-rule-set.ts";
import type { LocalTime } from "../windows/local-time.ts";

/** Conditions that have another form than the written one. */
interface ReadConditions {
  /** Agent ids. The built-in agent is `agent`. */
  readonly agents: NameCondition;
  readonly vendors: VendorCondition;
  /** Lower-case, compared with the normalised category. */
  readonly categories: CategoryCondition;
  readonly amount: AmountCondition;
  readonly balance: BalanceCondition;
  readonly hours: HoursCondition;
}

type UnchangedConditions = Omit<
  WrittenCondition,
  keyof ReadConditions | "amountUsd" | "balancePercent"
>;

type OrNull<Values> = { readonly [Name in keyof Values]-?: NonNullable<Values[Name]> | null };

/** Null for a condition that is not given. */
export interface Condition extends OrNull<ReadConditions>, OrNull<UnchangedConditions> {}

export type NameCondition =
  | { readonly in: readonly string[] }
  | { readonly notIn: readonly string[] };

/** `notIn` holds for a spend without a category, too. */
export type CategoryCondition = NameCondition | { readonly none: true };

/** `firstPayment`: payees without a payment that a person approved in the last 180 days. */
export type VendorCondition = NameCondition | { readonly firstPayment: true };

/** `from` is inclusive, `below` exclusive. */
interface Range<Value> {
  readonly from: Value | null;
  readonly below: Value | null;
}

export type AmountCondition = Range<Micros>;

/** The amount in percent of the balance without held amounts. */
export type BalanceCondition = Range<number>;

/** Minutes after midnight, local time. `from` is inclusive, `to` exclusive. May span midnight. */
export interface HoursCondition {
  readonly from: number;
  readonly to: number;
}

/** The parts of a spend that conditions test. */
export type SpendPart =
  | "agents"
  | "vendors"
  | "categories"
  | "allocations"
  | "rails"
  | "amount"
  | "time";

/** All that rules know of a condition. */
export interface ConditionKind<Field extends keyof WrittenCondition, Value> {
  /** Its name in written rules. */
  readonly field: Field;
  readonly schema: z.ZodType<NonNullable<WrittenCondition[Field]>>;
  readonly part: SpendPart;
  /** Whether the agent reports what it tests. */
  readonly isReported?: true;
  /** Whether more than its part decides, so that exposure lets the attacker choose if it holds. */
  readonly isOpen?: true;
  read(written: NonNullable<WrittenCondition[Field]>): Value;
  /** The canonical form. Copies known fields alone. */
  write(value: Value, usd: WriteUsd): Json;
  /** Returns problems of a valid shape. Paths begin at the condition. */
  check?(
    written: NonNullable<WrittenCondition[Field]>,
    when: WrittenCondition,
    rails: readonly string[],
  ): readonly Problem[];
  /** The condition on what is known of a spend before its time, its balance and earlier payments. */
  early?(value: Value, restricts: boolean): EarlyTest | null;
  /** The rest of the condition. */
  late?(value: Value): LateTest | null;
}

/** One kind for each condition. */
export type ConditionKinds = {
  readonly [Name in keyof Condition]: ConditionKind<
    Name extends "amount" ? "amountUsd" : Name extends "balance" ? "balancePercent" : Name,
    NonNullable<Condition[Name]>
  >;
};

/** How an amount is written: as a text in the canonical form, as a number for people. */
export type WriteUsd = (amount: Micros) => string | number;

export type EarlyTest = (spend: ComparedSpend) => boolean;
export type LateTest = (context: MatchContext) => boolean;

export interface MatchContext {
  /** Whether a person approved a payment to the payee in the last 180 days. */
  readonly isKnownPayee: boolean;
  /** The time of evaluation, in the zone of the rule. */
  readonly local: LocalTime;
  /** As proposed, for a condition on the balance. */
  readonly amount?: Micros;
  /** Balance without held amounts. Missing for unlimited. */
  readonly available?: () => Micros;
}

/** A spend with its names in the forms that conditions compare, which are computed when first used. */
export interface ComparedSpend {
  readonly facts: SpendFacts;
  readonly names: () => ComparedNames;
}

/** The names of a spend in the forms that conditions compare. */
export interface ComparedNames {
  /** The payee's identity first. */
  readonly vendors: NameForms;
  readonly category: NameForms;
  /** The payee's identity if a rail proves it, otherwise null. */
  readonly proven: string | null;
}

export interface NameForms {
  readonly exact: readonly string[];
  readonly loose: readonly string[];
}
