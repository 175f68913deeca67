import type { AdministrativeActionType } from "@agent-treasury/contract";
import type { JsonObject } from "@agent-treasury/provider";
import type { Requirement } from "@agent-treasury/rules";
import type { ApprovalRecord } from "./approvals/approval-record.ts";
import type { SpendingPolicy } from "./judgement/spending-policy.ts";
import type { Changes } from "./ledger/command.ts";
import type { LedgerState } from "./ledger/ledger-state.ts";

export interface ActionContext {
  readonly actionId: string;
  /** The person who started the action. */
  readonly by: ApprovalRecord;
  /** All persons who approved it, with the one who started it. */
  readonly approvals: readonly ApprovalRecord[];
  /** 128 random bits. */
  readonly salt: string;
  readonly policy: SpendingPolicy;
  readonly now: number;
}

export interface Applied {
  readonly changes: Changes;
  readonly result: string | null;
}

export interface ActionType {
  /** Returns false for a change that needs one person only. Default: true. */
  readonly isAdministrative?: (ledger: LedgerState, payload: JsonObject) => boolean;
  /** What the change needs beside what the present rules require. */
  readonly requires?: (
    ledger: LedgerState,
    payload: JsonObject,
    startedBy: ApprovalRecord,
  ) => readonly Requirement[];
  /** Whether the changes contain a record of the person, so that one person's action needs none. */
  readonly recordsItself?: true;
  /** Throws a TreasuryError if the action is not possible now. */
  readonly apply: (ledger: LedgerState, payload: JsonObject, context: ActionContext) => Applied;
  /** What approvers see. */
  readonly details: (payload: JsonObject) => JsonObject;
}

export interface Administration {
  /** Returns what the present rules require of any spend. */
  readonly requirementsOf: (ledger: LedgerState) => readonly Requirement[];
  readonly types: Readonly<Record<AdministrativeActionType, ActionType>>;
  readonly policy: SpendingPolicy;
}
