import type {
  StandingApproval as WireStandingApproval,
  StandingApprovalList,
} from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import {
  evaluate,
  neededBy,
  earlierName,
  type Requirement,
  type SpendFacts,
} from "@agent-treasury/rules";
import { approvalsToWire, progressOfRecords } from "../../kernel/approvals/approval-progress.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { balanceOf } from "../../kernel/ledger/account.ts";
import { type Command, unchanged } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { timestamp, timestampOrNull } from "../../kernel/ledger/timestamp.ts";
import { newestOf, payeeKeys } from "../../kernel/payees/payee-doc.ts";
import { vendorIdOf } from "../../kernel/payees/payee-identity.ts";
import { limitToWire, ruleSetsTerm } from "../rules/index.ts";
import { type StandingApproval, stateOf, usedAmount, usesOf } from "./standing-approval.ts";
import { indexOf, standingOfPairs } from "./standing-doc.ts";

/** Reads all standing approvals, newest first. */
export function readStanding(policy: SpendingPolicy, rail: string): Command<StandingApprovalList> {
  return {
    name: "read_standing_approvals",
    reduce: (ledger, now) => {
      const index = indexOf(ledger);
      const all = standingOfPairs(ledger, [...new Set(index.map(([, pair]) => pair))]);
      const listed = index.toReversed().flatMap(([id, pair]) => {
        return all.get(pair)?.find((one) => one.id === id) ?? [];
      });
      requestPayees(ledger, listed, policy);
      const standingApprovals = listed.map((one) => standingToWire(ledger, one, policy, rail, now));
      return unchanged({ standingApprovals });
    },
  };
}

/** Requests what `standingToWire` reads. */
export function requestPayees(
  ledger: LedgerState,
  approvals: readonly StandingApproval[],
  policy: SpendingPolicy,
): void {
  const rules = ruleSetsTerm.of(policy).of(ledger);
  const payees = approvals.flatMap(({ vendor }) => payeeKeys(vendorIdOf(vendor), rules.hash));
  if (payees.length > 0 && rules.rules.some(({ needsPayee }) => needsPayee)) ledger.request(payees);
}

export function standingToWire(
  ledger: LedgerState,
  approval: StandingApproval,
  policy: SpendingPolicy,
  rail: string,
  now: number,
): WireStandingApproval {
  const { clock } = policy;
  const { id, agentId, vendor, maximum, limit, count, endsAt, authors, createdAt } = approval;
  const { lastUsedAt, revoked } = approval;
  const state = stateOf(approval, now);
  // The person behind the agent is not known, and assumed not to be an author.
  const required = requirementsOf(ledger, approval, policy, rail, now);
  const progress = progressOfRecords(required, authors, "");
  const isSuspended = state === "active" && !progress.isComplete;
  const used = usedAmount(approval, clock, now);
  const left = limit && Micros.max(Micros.subtract(limit.maximum, used), Micros.zero);
  const endedAt = { active: null, used_up: lastUsedAt, expired: endsAt, revoked: revoked?.at };
  const { limitUsd: windowMaximumUsd, per } = limitToWire(
    limit && { amount: limit.maximum, window: limit.window },
  );
  return {
    id,
    workspaceId: ledger.workspaceId,
    status: isSuspended ? "suspended" : state,
    agentId,
    vendor,
    maximumUsd: Micros.toUsd(maximum),
    windowMaximumUsd,
    per,
    count,
    endsAt: timestamp(endsAt),
    usedCount: usesOf(approval),
    usedUsd: Micros.toUsd(used),
    leftUsd: left === null ? null : Micros.toUsd(left),
    approvals: approvalsToWire(authors, progress, state === "active"),
    createdAt: timestamp(createdAt),
    endedAt: timestampOrNull(endedAt[state] ?? null),
    endedBy: revoked?.by ?? null,
  };
}

/** What the present rules require of a spend of the maximum, without category and allocation. */
function requirementsOf(
  ledger: LedgerState,
  { agentId, vendor, maximum }: StandingApproval,
  policy: SpendingPolicy,
  rail: string,
  now: number,
): readonly Requirement[] {
  const rules = ruleSetsTerm.of(policy).of(ledger);
  const payee = { id: vendorIdOf(vendor), isSelfReported: true };
  const facts: SpendFacts = {
    amount: maximum,
    approvedAmount: maximum,
    payee,
    vendor: earlierName(vendor),
    writtenVendor: vendor,
    category: null,
    agentId,
    allocations: [],
    rail,
    at: now,
  };
  const needs = neededBy(rules, facts);
  // Limits are not read, because they require no approval.
  const candidates = needs.candidates.filter(({ counter }) => counter === null);
  const { account } = ledger.head;
  const memory = {
    counter: () => undefined,
    knownSince: () => newestOf(ledger, payeeKeys(payee.id, rules.hash)),
    lastProposed: () => null,
    available: Micros.subtract(balanceOf(account), account.held),
  };
  return evaluate(rules, facts, memory, policy.clock, "proposal", { ...needs, candidates })
    .requirements;
}
