import type { Decision, LedgerEntry, Proposal } from "@agent-treasury/contract";

/** What every event says. */
interface Happened {
  readonly workspaceId: string;
  /** When it was decided, by the storage's clock. ISO 8601, UTC. */
  readonly at: string;
}

/**
 * An agent proposed a spend. The proposal is as its commit left it: policy may have denied or executed
 * it at once, and further events say so.
 */
export interface ProposalCreated extends Happened {
  readonly kind: "proposalCreated";
  readonly proposal: Proposal;
}

/** A spend was approved or denied. */
export interface ProposalDecided extends Happened {
  readonly kind: "proposalDecided";
  readonly proposal: Proposal;
  readonly decision: Decision;
  /** `policy` also where the safety gate denied it, `expiry` where nobody decided in time. */
  readonly by: "person" | "policy" | "expiry" | "reset";
}

/** A spend was paid: its expense is in the ledger. */
export interface ProposalExecuted extends Happened {
  readonly kind: "proposalExecuted";
  readonly proposal: Proposal;
}

/** A spend was approved and not paid; `proposal.failure` says why. */
export interface ProposalFailed extends Happened {
  readonly kind: "proposalFailed";
  readonly proposal: Proposal;
}

/** A spend needs a person to look at it; `proposal.attention` says why. */
export interface AttentionNeeded extends Happened {
  readonly kind: "attentionNeeded";
  readonly proposal: Proposal;
}

/** A deposit or revenue was credited. */
export interface Credited extends Happened {
  readonly kind: "credited";
  readonly entry: LedgerEntry;
}

/** A credit or an expense was taken back, in whole or in part. */
export interface Reversed extends Happened {
  readonly kind: "reversed";
  readonly entry: LedgerEntry;
}

/** A workspace was reset: its next epoch began, empty. */
export interface WorkspaceReset extends Happened {
  readonly kind: "workspaceReset";
  readonly epoch: number;
}

/** A turn rests until people have decided on its proposals. */
export interface TurnWaiting extends Happened {
  readonly kind: "turnWaiting";
  readonly turnId: string;
  /** Ids of the proposals that it waits for. */
  readonly waitsFor: readonly string[];
}

/** A turn is over, also where it failed; its result can be read. */
export interface TurnEnded extends Happened {
  readonly kind: "turnEnded";
  readonly turnId: string;
}

/** What a treasury did, told apart by `kind`. */
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

/** What a hook gives back is not looked at; a promise that rejects is reported. */
type Told = void | Promise<void>;

/**
 * Functions that are told what this process did, after the commit that made it durable.
 *
 * - A hook is never told of what did not happen, and never holds up or fails the operation that it is
 *   told of. What it throws goes to `onFailure`.
 * - It is told at most once, in the process that made the commit. What a process had not told when it
 *   ended is told by nobody: the durable feed is the ledger and the listings.
 * - Events of one workspace are told in the order of its commits; no hook waits for the one before.
 *   Where 1,000 calls have not come to their end, further events are dropped until some have, which
 *   `onFailure` hears of.
 *
 * @example
 * ```ts
 * import type { TreasuryHooks } from "@agent-treasury/treasury-core";
 *
 * const hooks: TreasuryHooks = {
 *   proposalCreated: ({ proposal, workspaceId }) => {
 *     if (proposal.status === "pending") console.log(`${workspaceId}: ${proposal.id} waits for you.`);
 *   },
 * };
 * ```
 */
export interface TreasuryHooks {
  readonly proposalCreated?: (event: ProposalCreated) => Told;
  readonly proposalDecided?: (event: ProposalDecided) => Told;
  readonly proposalExecuted?: (event: ProposalExecuted) => Told;
  readonly proposalFailed?: (event: ProposalFailed) => Told;
  readonly attentionNeeded?: (event: AttentionNeeded) => Told;
  readonly credited?: (event: Credited) => Told;
  readonly reversed?: (event: Reversed) => Told;
  readonly workspaceReset?: (event: WorkspaceReset) => Told;
  readonly turnWaiting?: (event: TurnWaiting) => Told;
  readonly turnEnded?: (event: TurnEnded) => Told;
  /** Told of every event, also of kinds that later releases add. */
  readonly event?: (event: TreasuryEvent) => Told;
}
