export { type WaitingSpend, treasuryTools } from "./treasury-tools.ts";
export {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  treasuryInProcess,
  treasuryOverHttp,
  waitForOutcome,
} from "@agent-treasury/tools";
