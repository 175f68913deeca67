// The types of version 0.1 that the comparison uses. The copied files import types that were not
// copied, so they cannot be type-checked.
import type { Doc, Entry, Key, Micros, TreasuryError } from "@agent-treasury/provider";
import type {
  HoldTerms,
  LimitOverrides,
  Operator,
  PaymentIdentity,
  Posting,
  SpendingLimits,
  SpendingPolicy,
} from "../../packages/treasury-core/src/domain.ts";
import type { ComparedAccount, ComparedProposal } from "./compared.ts";

export interface Account extends ComparedAccount {
  readonly payment: PaymentIdentity | null;
  readonly overrides: LimitOverrides;
}

export interface Tip {
  readonly epoch: number;
  readonly sequence: bigint;
  readonly lastHash: string;
  readonly account: Account;
}

export interface Books {
  readonly workspaceId: string;
  readonly tip: Tip;
  openDocs(kind: string): Iterable<Doc>;
  doc(key: Key): Doc | undefined;
  isClaimed(key: Key): boolean;
}

export interface Changes {
  readonly tip: Tip;
  readonly entries: readonly Entry[];
  readonly put: readonly Doc[];
  readonly claim: readonly { readonly key: Key }[];
}

export type Outcome<Answer> =
  | { readonly kind: "changed"; readonly answer: Answer; readonly changes: Changes }
  | { readonly kind: "unchanged"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly error: TreasuryError };

export interface Command<Answer> {
  decide(books: Books, now: number): Outcome<Answer>;
}

export interface SpendRequest {
  readonly id: string;
  readonly amount: Micros;
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  readonly payment: PaymentIdentity | null;
  readonly salt: string;
  readonly hold?: HoldTerms;
  readonly opinion?:
    | { readonly kind: "unanswered" }
    | {
        readonly kind: "answered";
        readonly verdict: "safe" | "review" | "blocked";
        readonly reason: string;
      };
}

export interface DecisionInput {
  readonly proposalId: string;
  readonly decision: "approve" | "deny";
  readonly operator: Operator;
  readonly comment: string | null;
  readonly payment: PaymentIdentity | null;
  readonly salt: string;
  readonly hold?: HoldTerms;
}

export interface SpendPayment {
  readonly proposalId: string;
  readonly captures: readonly { readonly id: string; readonly amount: Micros }[];
  readonly reference: string;
  readonly salt: string;
}

export interface Calendar {
  readonly timeZone: string;
  dayOf(time: number): string;
}

export declare function balanceOf(account: Account): Micros;
export declare function limitsOf(account: Account, policy: SpendingPolicy): SpendingLimits;
export declare function autoApproveDailyOf(limits: SpendingLimits, policy: SpendingPolicy): Micros;
export declare function calendarOf(timeZone: string): Calendar;
export declare function proposalFromDoc(doc: Doc): ComparedProposal;
export declare function post(
  workspaceId: string,
  tip: Tip,
  posting: Posting,
  now: number,
): { readonly entry: Entry; readonly tip: Tip } | TreasuryError;
export declare function proposeSpend(
  request: SpendRequest,
  policy: SpendingPolicy,
): Command<ComparedProposal>;
export declare function decideProposal(
  input: DecisionInput,
  policy: SpendingPolicy,
): Command<ComparedProposal>;
export declare function captureSpend(
  payment: SpendPayment,
  policy: SpendingPolicy,
): Command<ComparedProposal>;
export declare function releaseSpend(release: {
  readonly proposalId: string;
  readonly failure: string;
}): Command<ComparedProposal>;
export declare function setBudget(change: {
  readonly overrides: LimitOverrides;
  readonly operator: Operator;
  readonly auditId: string;
}): Command<null>;
export declare function resetWorkspace(operator: Operator): Command<null>;
export declare function treasuryHousekeeping(
  calendar: Calendar,
): (books: Books, now: number) => Changes | null;
export declare function treasuryOpening(
  calendar: Calendar,
  startingCapital: Micros,
): (workspaceId: string, now: number) => Tip;
