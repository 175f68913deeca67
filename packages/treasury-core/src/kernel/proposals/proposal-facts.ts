import type { Verdict } from "@agent-treasury/contract";
import type { LedgerState } from "../ledger/ledger-state.ts";

/**
 * What a proposal was judged by and its other fields do not contain, for replay. Amounts are
 * micros as text. Missing in records of earlier versions.
 */
export interface ProposalFacts {
  readonly proposed?: ProposedFacts;
  /** The last approval that counted. Missing if policy decided. */
  readonly approved?: EvaluationFacts & { readonly at: number };
  /** Its amount was held, because an executor paid it. */
  readonly held?: true;
  /** Its payee received nothing: only costs were captured. */
  readonly costs?: true;
  /** A limit failed it after its approval. */
  readonly refused?: true;
  /** A reset or its agent withdrew it, so that no person denied it. */
  readonly withdrawn?: true;
  readonly captures?: readonly CaptureFact[];
  readonly released?: readonly [version: number, position: number, at: number];
  /** Keyed hashes, stored when the texts are erased. */
  readonly payee?: string;
  readonly category?: string;
  /** Position of the proposer's own approval, stored when the ids are erased. */
  readonly ownApproval?: number;
  /** Position of the approval of the person who issued the agent's credential. */
  readonly issuerApproval?: number;
}

export interface EvaluationFacts {
  readonly order: LedgerState["order"];
  readonly room: readonly [available: string, dayLeft: string, reserve: string];
  /** The amount was above the maximum of one spend. */
  readonly over?: true;
  /** Missing for `ledger`. */
  readonly rail?: string;
  /** The allocation and its ancestors, if there are any. */
  readonly chain?: readonly string[];
  /** Missing if the allocations allowed it. */
  readonly allocated?: "limit" | "denied";
}

export interface ProposedFacts extends EvaluationFacts {
  /** What remained of the day's automatic approvals. */
  readonly automatic: string;
  /** The amount was below the limit of automatic approval. */
  readonly small?: true;
  /** Verdict of screening and judge. Missing if rules and limits did not change it. */
  readonly screened?: Verdict;
  /** Why policy could not approve it, for a reason other than rules and limits. */
  readonly obstacle?: "judge" | "silence" | "held" | "content";
  /** Missing in records of earlier versions. */
  readonly payee?: RecordedPayee;
}

/** What was known of the payee. Only fields that are true or given. */
export interface RecordedPayee {
  /** A person approved a payment to it on this rail, of at least half the amount. */
  readonly known?: true;
  /** The person who asked for the spend named it. */
  readonly named?: true;
  /** The agent had read outside content. */
  readonly outside?: true;
  /** The one amount that the person's message names. */
  readonly amount?: string;
  /** A standing approval, or the list of paid fetch, covered it. */
  readonly covered?: true;
  /** Policy needed a rule that allows the payee. */
  readonly unknown?: true;
}

export type CaptureFact = readonly [
  version: number,
  position: number,
  at: number,
  amount: string,
  epoch: number,
];
