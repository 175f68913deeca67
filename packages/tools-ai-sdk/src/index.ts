export {
  type TreasuryAccess,
  treasuryInProcess,
  treasuryOverHttp,
  waitForOutcome,
} from "@agent-treasury/tools";
export { resumedMessages, waitingProposals } from "./resumed-messages.ts";
export { type AiSdkToolsOptions, treasuryTools } from "./treasury-tools.ts";
