import type { Verdict } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { balanceOf } from "../../ledger/account.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import { limitsOf, type SpendingPolicy } from "../policy/spending-policy.ts";
import type { Judgement } from "../rules/judge-spend.ts";

/**
 * What a proposal was judged by and the proposal's other fields do not tell, for replay. Amounts are
 * micros as text. Missing in records of earlier versions.
 */
export interface ProposalFacts {
  readonly proposed?: ProposedFacts;
  /** The last approval that counted. Missing if policy decided. */
  readonly approved?: EvaluationFacts & { readonly at: number };
  /** Its amount was held, because an executor paid it. */
  readonly held?: true;
  /** A limit failed it after its approval. */
  readonly refused?: true;
  /** A reset withdrew it. */
  readonly withdrawn?: true;
  readonly captures?: readonly CaptureFact[];
  readonly released?: readonly [version: number, position: number, at: number];
  /** Keyed hashes, stored when the texts are erased. */
  readonly payee?: string;
  readonly category?: string;
  /** Position of the proposer's own approval, stored when the ids are erased. */
  readonly ownApproval?: number;
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
  readonly obstacle?: "judge" | "held";
}

export type CaptureFact = readonly [
  version: number,
  position: number,
  at: number,
  amount: string,
  epoch: number,
];

/** Further captures are added to the last one. */
const maximumCaptures = 8;

export function evaluationFacts(
  ledger: LedgerState,
  amount: Micros,
  { facts, allocated }: Judgement,
  policy: SpendingPolicy,
): EvaluationFacts {
  const { account } = ledger.head;
  const limits = limitsOf(account, policy);
  const available = Micros.subtract(balanceOf(account), account.held);
  const used = Micros.add(account.spentToday, account.held);
  const { rail, allocations } = facts;
  return {
    order: ledger.order,
    room: [
      Micros.toText(available),
      Micros.toText(Micros.subtract(limits.dailySpendCap, used)),
      Micros.toText(limits.minReserve),
    ],
    ...(amount > limits.maxSpendPerAction && { over: true }),
    ...(rail !== "ledger" && { rail }),
    ...(allocations.length > 1 && { chain: allocations }),
    ...(allocated !== "pass" && { allocated }),
  };
}

export function withCapture(
  facts: ProposalFacts,
  { order, head }: LedgerState,
  amount: Micros,
  now: number,
): ProposalFacts {
  const captures = facts.captures ?? [];
  const last = captures.length === maximumCaptures ? captures.at(-1) : undefined;
  const sum = last === undefined ? amount : Micros.add(Micros.of(last[3]), amount);
  const added: CaptureFact = [...order, now, Micros.toText(sum), head.epoch];
  return {
    ...facts,
    captures: [...(last === undefined ? captures : captures.slice(0, -1)), added],
  };
}
