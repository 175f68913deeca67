import type { Decision, LedgerEntry, Proposal } from "@agent-treasury/contract";

interface Happened {
  readonly workspaceId: string;
  /** The commit's time by the storage's clock. ISO 8601, UTC. */
  readonly at: string;
}

/** An agent proposed a spend. If policy denied or executed it at once, further events follow. */
export interface ProposalCreated extends Happened {
  readonly kind: "proposalCreated";
  readonly proposal: Proposal;
}

/** A spend was approved or denied. */
export interface ProposalDecided extends Happened {
  readonly kind: "proposalDecided";
  readonly proposal: Proposal;
  readonly decision: Decision;
  /** `policy` includes denials by screening. `expiry`: the proposal expired without a decision. */
  readonly by: "person" | "policy" | "expiry" | "reset";
}

/** A spend was paid. Its expense is in the ledger. */
export interface ProposalExecuted extends Happened {
  readonly kind: "proposalExecuted";
  readonly proposal: Proposal;
}

/** An approved spend was not paid. See `proposal.failure`. */
export interface ProposalFailed extends Happened {
  readonly kind: "proposalFailed";
  readonly proposal: Proposal;
}

/** A spend needs review. See `proposal.attention`. */
export interface AttentionNeeded extends Happened {
  readonly kind: "attentionNeeded";
  readonly proposal: Proposal;
}

/** A deposit or revenue was credited. */
export interface Credited extends Happened {
  readonly kind: "credited";
  readonly entry: LedgerEntry;
}

/** A credit or an expense was reversed, in whole or in part. */
export interface Reversed extends Happened {
  readonly kind: "reversed";
  readonly entry: LedgerEntry;
}

/** A workspace was reset to a new, empty epoch. */
export interface WorkspaceReset extends Happened {
  readonly kind: "workspaceReset";
  readonly epoch: number;
}

/** A turn is paused until its proposals are decided. */
export interface TurnWaiting extends Happened {
  readonly kind: "turnWaiting";
  readonly turnId: string;
  /** Ids of pending proposals. */
  readonly waitsFor: readonly string[];
}

/** A turn completed or failed. Its result can be read. */
export interface TurnEnded extends Happened {
  readonly kind: "turnEnded";
  readonly turnId: string;
}

/** An event of the treasury, discriminated by `kind`. */
export type TreasuryEvent =
  | ProposalCreated
  | ProposalDecided
  | ProposalExecuted
  | ProposalFailed
  | AttentionNeeded
  | Credited
  | Reversed
  | WorkspaceReset
  | TurnWaiting
  | TurnEnded;

/** Return values are ignored, and rejections are reported. */
type HookResult = void | Promise<void>;

/**
 * Functions that are called after a commit that this process made durable.
 *
 * - A hook never delays or fails the operation. Its errors are sent to `onFailure`.
 * - Delivery is at most once, in the process that made the commit. Events pending when the process exits are
 *   lost. The ledger and the listings are the durable record.
 * - Hooks for one workspace are called in the order of its commits, without waiting for previous calls. While
 *   1,000 calls are pending, further events are dropped and `onFailure` is notified.
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
export interface TreasuryHooks {
  readonly proposalCreated?: (event: ProposalCreated) => HookResult;
  readonly proposalDecided?: (event: ProposalDecided) => HookResult;
  readonly proposalExecuted?: (event: ProposalExecuted) => HookResult;
  readonly proposalFailed?: (event: ProposalFailed) => HookResult;
  readonly attentionNeeded?: (event: AttentionNeeded) => HookResult;
  readonly credited?: (event: Credited) => HookResult;
  readonly reversed?: (event: Reversed) => HookResult;
  readonly workspaceReset?: (event: WorkspaceReset) => HookResult;
  readonly turnWaiting?: (event: TurnWaiting) => HookResult;
  readonly turnEnded?: (event: TurnEnded) => HookResult;
  /** Called with every event, including kinds that later releases add. */
  readonly event?: (event: TreasuryEvent) => HookResult;
}
