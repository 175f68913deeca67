export { type TreasuryQueryOptions, treasuryTools } from "./treasury-tools.ts";
export { waitingProposal } from "./waiting-proposal.ts";
export {
  type FrameworkToolsOptions,
  type Proposal,
  type TreasuryAccess,
  treasuryInProcess,
  treasuryOverHttp,
  waitForOutcome,
} from "@agent-treasury/tools";
