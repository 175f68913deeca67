export {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  treasuryInProcess,
  treasuryOverHttp,
  waitForOutcome,
} from "@agent-treasury/tools";
export { type TreasuryInterrupt, treasuryTools, waitingProposals } from "./treasury-tools.ts";
