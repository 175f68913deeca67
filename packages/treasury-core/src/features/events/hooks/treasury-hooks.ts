import type { TreasuryEvent, TreasuryEventKind } from "@agent-treasury/contract";
import type { NamesOf } from "@agent-treasury/provider/helpers";

/** A rejection repeats the delivery. */
type HookResult = void | Promise<void>;

/**
 * Functions that are called after a commit, by the kind of its events.
 *
 * - Delivery is at least once, also if a process exits after the commit. Duplicates have the same
 *   `event.id`. Events expire after 7 days, and lost ones are reported to `onFailure`.
 * - Events of a workspace arrive in the order of its commits, one at a time. If a hook rejects or
 *   exceeds 30 seconds, its event is repeated with growing delays, and `onFailure` is notified.
 *   Later events of the same proposal or turn wait for it, and others do not.
 * - A workspace records events from the first commit of a process that has hooks or a plugin.
 * - Any process with hooks may deliver, not only the one that made the commit.
 * - `proposal` is as of the delivery, which may be later than the event.
 * - A hook never delays or fails the operation.
 *
 * @example
 * ```ts
 * import type { TreasuryHooks } from "@agent-treasury/treasury-core";
 *
 * const hooks: TreasuryHooks = {
 *   proposalCreated: ({ proposal, workspaceId }) => {
 *     if (proposal.status === "pending") console.log(`${workspaceId}: approve ${proposal.id}?`);
 *   },
 * };
 * ```
 */
export type TreasuryHooks = {
  readonly [Kind in TreasuryEventKind]?: (
    event: Extract<TreasuryEvent, { readonly kind: Kind }>,
  ) => HookResult;
} & {
  /** Called with every event, including kinds that later releases add. */
  readonly event?: (event: TreasuryEvent) => HookResult;
};

export const hookNames: NamesOf<TreasuryHooks> = {
  event: true,
  proposalCreated: true,
  proposalDecided: true,
  proposalExpired: true,
  proposalReminder: true,
  proposalEscalated: true,
  approvalsChanged: true,
  proposalExecuted: true,
  proposalFailed: true,
  attentionNeeded: true,
  credited: true,
  reversed: true,
  workspaceReset: true,
  turnWaiting: true,
  turnEnded: true,
  rulesPublished: true,
  standingApprovalCreated: true,
  standingApprovalEnded: true,
  draftReplayed: true,
  frozen: true,
  unfrozen: true,
  allocationThreshold: true,
  payeeAdded: true,
  payeeForgotten: true,
  tabThreshold: true,
  tabClosed: true,
  tabSettlementUnknown: true,
  tabSettlementUnconfirmed: true,
  refundCaseOpened: true,
  refundCaseClosed: true,
  ruleGroupsNearlyFull: true,
  verificationFailed: true,
  railBalanceLow: true,
};
