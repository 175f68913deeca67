export { treasuryTools } from "./treasury-tools.ts";
export { type InterruptedState, waitingProposals } from "./waiting-proposals.ts";
export {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  treasuryInProcess,
  treasuryOverHttp,
  waitForOutcome,
} from "@agent-treasury/tools";
