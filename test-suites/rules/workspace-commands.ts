import type { Micros } from "@agent-treasury/provider";
import { type Allocation, type RuleSet } from "@agent-treasury/rules";
import {
  allocationsToDoc,
  type Command,
  changesOn,
  creditPayment,
  type Operator,
  publishRules,
} from "../../packages/treasury-core/src/domain.ts";

/** The payment processor of every workspace in these suites. */
export const payment = { provider: "sandbox", mode: "sandbox" } as const;

/** Publishes rules, as the administrative action does once it has all approvals. */
export function publication(rules: RuleSet, operator: Operator, salt: string): Command<null> {
  return {
    name: "publish_rules",
    reads: [],
    reduce: (ledger, now) => ({
      kind: "changed",
      answer: null,
      changes: publishRules(ledger, { rules, salt }, operator, now),
    }),
  };
}

/** Replaces all allocations of the workspace. */
export function allocationsChange(allocations: readonly Allocation[]): Command<null> {
  return {
    name: "set_allocations",
    reads: [],
    reduce: (ledger) => {
      const put = [allocationsToDoc(allocations, ledger.head.epoch)];
      return { kind: "changed", answer: null, changes: changesOn(ledger, { put }) };
    },
  };
}

export function credit(id: string, amount: Micros, salt: string): Command<null> {
  const claim = { kind: "deposit", id };
  const collected = {
    type: "deposit",
    amount,
    description: "Credit",
    claim,
    reference: id,
  } as const;
  const command = creditPayment({ ...collected, payment, salt });
  return {
    ...command,
    reduce: (ledger, now) => {
      return { ...command.reduce(ledger, now), answer: null };
    },
  };
}
