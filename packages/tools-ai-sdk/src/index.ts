export {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  treasuryInProcess,
  treasuryOverHttp,
  waitForOutcome,
} from "@agent-treasury/tools";
export { resumedMessages, waitingProposals } from "./resumed-messages.ts";
export { treasuryTools } from "./treasury-tools.ts";
