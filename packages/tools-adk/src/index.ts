export { treasuryTools } from "./treasury-tools.ts";
export {
  type AdkContent,
  type WaitingSpend,
  resumeMessage,
  waitingSpends,
} from "./waiting-spends.ts";
export {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  treasuryInProcess,
  treasuryOverHttp,
  waitForOutcome,
} from "@agent-treasury/tools";
