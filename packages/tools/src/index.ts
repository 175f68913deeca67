export type { AccessCall, FollowRequest, TreasuryAccess } from "./treasury-access.ts";
export { type TreasuryOverHttpOptions, treasuryOverHttp } from "./treasury-over-http.ts";
export {
  type AgentIdentity,
  type InProcessTreasury,
  treasuryInProcess,
} from "./treasury-in-process.ts";
export type { Proposal } from "@agent-treasury/contract/wire";
export type { TreasuryTool, TreasuryToolName, TreasuryToolResult } from "./treasury-tool.ts";
export {
  type FrameworkToolsOptions,
  type TreasuryToolsOptions,
  frameworkOptions,
  treasuryTools,
} from "./treasury-tools.ts";
export { waitForOutcome } from "./wait-for-outcome.ts";
export { type StoredCall, waitingProposal } from "./waiting-proposal.ts";
