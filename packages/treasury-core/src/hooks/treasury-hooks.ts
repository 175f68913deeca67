import type {
  AttentionNeeded,
  Credited,
  ProposalCreated,
  ProposalDecided,
  ProposalExecuted,
  ProposalFailed,
  Reversed,
  TreasuryEvent,
  TurnEnded,
  TurnWaiting,
  WorkspaceReset,
} from "./treasury-event.ts";

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
