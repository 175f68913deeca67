import type { ExplanationItem, Verdict } from "@agent-treasury/contract";
import type { Doc, JsonObject, Key, Micros, TreasuryError } from "@agent-treasury/provider";
import type { Allocation, Moment, Move, Requirement, SpendFacts } from "@agent-treasury/rules";
import type { ApprovalRecord } from "../approvals/approval-record.ts";
import type { LedgerHead, LedgerState } from "../ledger/ledger-state.ts";
import type { EvaluationFacts, ProposedFacts } from "../proposals/proposal-facts.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { QuoteSummary } from "../quotes/quote-summary.ts";
import type { AskedSpend, SpendRequest } from "../spends/spend-request.ts";
import type { FindingRecord, JudgementRecord } from "./judgement-record.ts";
import type { SpendingTerms } from "./spending-terms.ts";

/** The parts of a spend that every guard reads. */
export interface JudgedSpend extends AskedSpend {
  /** Null or missing for the proposed amount. */
  readonly approvedAmount?: Micros | null;
  readonly agentId: string;
  readonly allocationId: string | null;
  readonly quote: QuoteSummary | null;
  /**
   * The record of the spend that holds the amount and was judged before. What counts that spend counts
   * this one with it. Missing for a spend of its own.
   */
  readonly within?: JudgementRecord;
}

/** What every guard knows of a spend. */
export interface SpendQuestion {
  /** `execution`: a person approves it now. */
  readonly moment: Moment;
  /** With names in the form of keys. */
  readonly facts: SpendFacts;
  /** What the spend is charged to, from the named allocation to the root. */
  readonly scopes: readonly Allocation[];
  readonly terms: SpendingTerms;
}

/**
 * A part in the judgement of spends. `judgeSpend` calls all guards in the order of
 * `SpendingPolicy.guards`, and each stage for all of them before the next:
 *
 * 1. `plan` names the documents. All plans share one `LedgerState.request`, so that a guard never reads
 *    a document in the middle of its work.
 * 2. `GuardPlan.judge` returns a verdict.
 * 3. `GuardVerdict.tighten` makes the screening of a proposal stricter, knowing what all guards grant.
 * 4. For a spend that is carried out: `failure`, `charge`, `memo`, `findings`.
 *
 * All are pure functions of their arguments, and may be called several times.
 *
 * @typeParam Signals what was found before the commit, as optional fields of a proposed spend. Missing
 * at an execution.
 */
export interface SpendGuard<Signals extends object = object> {
  readonly id: string;
  /** Whether a replay evaluates it again, instead of using what was recorded. */
  readonly isReplayed: boolean;
  /** Null if the spend does not concern it. It reads the head and open documents only. */
  plan(ledger: LedgerState, spend: JudgedSpend & Signals, about: SpendQuestion): GuardPlan | null;
  /** Documents that `plan` names for the proposal of a request, so that the first load has them. */
  expects?(request: SpendRequest): readonly Key[];
  /** Documents to write when a person denies a spend. */
  denied?(ledger: LedgerState, spend: SpendProposal, now: number): readonly Doc[];
  readonly usage?: GuardUsage;
  /** States what it knew of a stored spend, beside its findings. */
  explain?(spend: SpendProposal): readonly ExplanationItem[];
  /** Refuses each later movement of money of an approved spend, such as another attempt. */
  stop?(
    ledger: LedgerState,
    spend: SpendProposal,
    scopes: readonly Allocation[],
    terms: SpendingTerms,
  ): TreasuryError | null;
}

export interface GuardPlan {
  readonly reads: readonly Key[];
  /** @param docs those of `reads`, in their order. */
  judge(docs: readonly (Doc | undefined)[]): GuardVerdict;
}

/** A verdict on a spend, and why. */
export interface Screening {
  readonly verdict: Verdict;
  readonly reason: string;
}

const strictness = { safe: 0, review: 1, blocked: 2 } as const;

/** Returns the stricter verdict of two. */
export function stricter(left: Verdict, right: Verdict): Verdict {
  return strictness[right] > strictness[left] ? right : left;
}

/** The verdict of one guard on a spend. A missing field changes nothing. */
export interface GuardVerdict {
  readonly grants?: SpendGrants;
  /**
   * Returns the screening with this verdict. The kernel never lets it become milder. Only at a
   * proposal.
   */
  tighten?(before: Screening, granted: SpendGrants): Screening;
  /** Refuses an approval before it is counted, so that the proposal stays pending. */
  readonly refusal?: TreasuryError | null;
  /** Of what was published to judge spends by. The proposal's digest and the entry commit to it. */
  readonly policyDigest?: string | null;
  /** Persons who have to approve, with those of the other guards. */
  readonly requirements?: readonly Requirement[];
  /** Of a guard that needs to know what all guards grant, a function. */
  readonly person?: NeededPerson | ((granted: SpendGrants) => NeededPerson);
  /** Approvals given in advance that apply to this spend. */
  readonly offers?: readonly Offer[];
  /** Recorded for a replay. Of the first guard, if several have a field. */
  readonly evaluated?: Partial<EvaluationFacts>;
  proposed?(granted: SpendGrants): Partial<ProposedFacts>;
  /** Why it is not allowed at all, even if it pays nothing. */
  readonly denial?: string | null;
  /** Why an approved payment fails. */
  failure?(): string | null;
  /** How a payment is counted. Null if nothing counts it. */
  charge?(used: readonly Offer[]): GuardCharge | null;
  /** What `GuardUsage` needs later, and a record of a payment that anything counts contains. */
  memo?(spend: SpendProposal, used: readonly Offer[]): JsonObject;
  /** Explains the outcome. Decisive findings only. */
  findings?(spend: SpendProposal, used: readonly Offer[]): readonly FindingRecord[];
  /** Documents to write with the outcome. */
  docs?(spend: SpendProposal): readonly Doc[];
}

/**
 * Policy may not approve a spend. `any`: approvals in advance suffice. `now`: a person has to look at
 * this spend. Null if policy may.
 */
export type NeededPerson = "any" | "now" | null;

/** What guards allow. True if any of them does. */
export interface SpendGrants {
  /** The amount is below that of automatic approval. */
  readonly isSmall?: boolean;
  /** Policy may approve it, whatever its amount. */
  readonly isAllowed?: boolean;
  /** Its payee needs neither a name nor an approval of a person. */
  readonly isPayeeAllowed?: boolean;
  /** A person approved payments to its payee. */
  readonly isPayeeKnown?: boolean;
  /** A list of the deployment contains its payee. */
  readonly isPayeeListed?: boolean;
  /** An approval in advance applies to it. */
  readonly isOffered?: boolean;
}

/** Approvals given in advance. */
export interface Offer {
  readonly id: string;
  /** The persons who gave it, and how they did. */
  readonly authors: readonly ApprovalRecord[];
}

/** A move of counters, at a workspace time. */
export interface UsageMove {
  readonly move: Move;
  readonly clock: SpendingTerms["clock"];
  readonly now: number;
}

export interface UsageStep {
  readonly head: LedgerHead;
  readonly put: readonly Doc[];
}

/** Counts a payment by the ledger, or a hold. */
export type GuardCharge = (head: LedgerHead, spend: SpendProposal, at: UsageMove) => UsageStep;

/** A charged spend, and what the guards recorded of it. */
export interface CountedSpend {
  readonly ledger: LedgerState;
  readonly spend: SpendProposal;
  readonly record: JudgementRecord;
  readonly terms: SpendingTerms;
}

/** Settles and releases what a `GuardCharge` counted. */
export interface GuardUsage {
  /** The documents that `move` changes. */
  reads(counted: CountedSpend): readonly Key[];
  /** Those that the content of the former names. */
  furtherReads?(counted: CountedSpend): readonly Key[];
  /** Requires that the command requested all of them. */
  move(counted: CountedSpend, head: LedgerHead, at: UsageMove): UsageStep;
}
