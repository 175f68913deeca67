import { isRequestPermit } from "@agent-treasury/contract";
import type { Doc, JsonObject } from "@agent-treasury/provider";
import {
  type AllocationEvaluation,
  countedCharges,
  type Evaluation,
  type Finding,
  maximumFindings,
  refusalBy,
  type SpendFacts,
  storedCharges,
} from "@agent-treasury/rules";
import type {
  GuardCharge,
  GuardVerdict,
  Screening,
  SpendGrants,
  UsageStep,
} from "../../kernel/judgement/spend-guard.ts";
import type { LedgerHead, LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { newestOf } from "../../kernel/payees/payee-doc.ts";
import type { EvaluationFacts } from "../../kernel/proposals/proposal-facts.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { counterDocWith } from "./allocations/counter-doc.ts";
import { type MovedAllocation, moveAllocations } from "./allocations/move-allocations.ts";
import { duplicateDoc, duplicateKeys } from "./duplicate-doc.ts";
import { moveUsage, type UsageBefore, usageBefore } from "./move-usage.ts";
import { ruleState, withTallies } from "./rule-state.ts";
import { allocationsMemo, chargesMemo, newPayeeMemo } from "./rules-memo.ts";
import { usageDocWith, usageKind } from "./usage-doc.ts";
import type { DocTally } from "./usage-tallies.ts";

/** What the rules and allocations counted before a spend. */
export interface CountersBefore {
  /** The counters that are not in the head, by the id of their document. */
  readonly usage: ReadonlyMap<string, UsageBefore>;
  /** The spend's allocation, then its ancestors. */
  readonly chain: readonly MovedAllocation[];
  /** Tallies to write into their documents, so that there is space for those of the spend. */
  readonly excess: readonly DocTally[];
  /** Whether the rules compare the balance of this moment. */
  readonly keepsCharges: boolean;
}

/** The verdict of the rules and allocations on a spend. Rules come before allocations. */
export class RulesVerdict implements GuardVerdict {
  readonly requirements: Evaluation["requirements"];
  readonly grants: SpendGrants;
  readonly person: "any" | "now" | null;
  readonly evaluated: Partial<EvaluationFacts>;
  readonly policyDigest: string | null;
  readonly #ledger: LedgerState;
  readonly #facts: SpendFacts;
  readonly #evaluation: Evaluation;
  readonly #denied: Finding | null;
  readonly #limits: readonly Finding[];
  readonly #allocated: readonly Finding[];
  readonly #usage: CountersBefore;
  readonly #isCompared: boolean;

  constructor(
    ledger: LedgerState,
    facts: SpendFacts,
    evaluation: Evaluation,
    allocated: AllocationEvaluation,
    usage: CountersBefore,
    isCompared: boolean,
  ) {
    const { approvedBy, isPayeeAllowed, requirements, duplicates, automaticLimits } = evaluation;
    this.requirements = requirements;
    this.grants = { isAllowed: approvedBy !== null, isPayeeAllowed };
    this.person = duplicates.length > 0 ? "now" : automaticLimits.length > 0 ? "any" : null;
    const { denied, limits } = allocated;
    const state = denied !== null ? "denied" : limits.length > 0 ? "limit" : null;
    const { allocations } = facts;
    this.evaluated = {
      ...(allocations.length > 1 && { chain: allocations }),
      ...(state !== null && { allocated: state }),
    };
    this.policyDigest = ruleState.of(ledger.head.account).published;
    this.#ledger = ledger;
    this.#facts = facts;
    this.#evaluation = evaluation;
    this.#denied = evaluation.denied ?? denied;
    this.#limits = [...evaluation.limits, ...limits];
    this.#allocated = denied === null ? limits : [denied, ...limits];
    this.#usage = usage;
    this.#isCompared = isCompared;
  }

  get denial(): string | null {
    return this.#denied?.text ?? null;
  }

  /** A denial replaces a review. A limit needs a person, who can wait for it. */
  tighten(before: Screening): Screening {
    const { denial } = this;
    if (before.verdict === "blocked") return before;
    if (denial !== null) return { verdict: "blocked", reason: denial };
    const [passed] = this.#limits;
    if (passed === undefined || before.verdict === "review") return before;
    return { verdict: "review", reason: passed.text };
  }

  failure(): string | null {
    const { charges } = this.#evaluation;
    const opensGroup: Evaluation["opensGroup"] = (charge) => this.#evaluation.opensGroup(charge);
    const joint = { denied: this.#denied, limits: this.#limits, charges, opensGroup };
    const { groups } = ruleState.of(this.#ledger.head.account);
    return refusalBy(joint, groups, this.#facts.at)?.text ?? null;
  }

  charge(): GuardCharge | null {
    const { charges } = this.#evaluation;
    const { chain, usage, excess } = this.#usage;
    if (charges.length === 0 && chain.length === 0) return null;
    return (head, spend, at) => {
      const counted = countedCharges(charges, spend.autoApproved);
      const before = (id: string): UsageBefore => usage.get(id) ?? usageBefore(this.#ledger, id);
      const written = writeExcess(this.#ledger, head, excess);
      const ruled = moveUsage(written.head, before, counted, at);
      const allocated = moveAllocations(ruled.head, chain, at);
      return { head: allocated.head, put: [...written.put, ...ruled.put, ...allocated.put] };
    };
  }

  /**
   * A spend that the ledger executes needs no charges, because its rules give them again, unless they
   * compare the balance of this moment.
   */
  memo(spend: SpendProposal): JsonObject {
    const { charges, isNewPayee } = this.#evaluation;
    const isSettled = spend.hold === null;
    const { keepsCharges } = this.#usage;
    const stored = isSettled && !keepsCharges ? [] : storedCharges(charges, spend.autoApproved);
    const allocations = this.#usage.chain.map(({ key }) => key.id);
    return {
      ...((stored.length > 0 || (isSettled && keepsCharges)) && chargesMemo.with(stored)),
      ...(isSettled && isNewPayee && newPayeeMemo.with(true)),
      ...(allocations.length > 0 && allocationsMemo.with(allocations)),
    };
  }

  findings(): readonly Finding[] {
    const found = [...this.#allocated, ...this.#evaluation.decisiveFindings()];
    return found.slice(0, maximumFindings);
  }

  /** The proposal, for a comparison with later ones. */
  docs({ status, quote }: SpendProposal): readonly Doc[] {
    // The payment that follows a permit is not its duplicate.
    if (!this.#isCompared || status === "denied" || isRequestPermit({ quote })) return [];
    const keys = duplicateKeys(this.#facts.payee.id, this.#facts.amount);
    // A clock that was set back does not hide a newer proposal.
    const newest = Math.max(this.#facts.at, newestOf(this.#ledger, keys) ?? 0);
    const { epoch } = this.#ledger.head;
    return keys.map((key) => duplicateDoc(key, epoch, newest));
  }
}

/** Writes tallies into their documents, which the plan requested. */
function writeExcess(
  ledger: LedgerState,
  head: LedgerHead,
  excess: readonly DocTally[],
): UsageStep {
  let { tallies } = ruleState.of(head.account);
  const put: Doc[] = [];
  for (const tally of excess) {
    tallies = tallies.remove(tally.key);
    const doc = ledger.doc(tally.key);
    // An expired document counts in no window.
    if (doc === undefined || doc.epoch !== head.epoch) continue;
    put.push(doc.kind === usageKind ? usageDocWith(doc, tally) : counterDocWith(doc, tally));
  }
  return { head: withTallies(head, tallies), put };
}
