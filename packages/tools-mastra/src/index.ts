export { type WaitingSpend, treasuryTools } from "./treasury-tools.ts";
export {
  type FrameworkToolsOptions,
  treasuryInProcess,
  treasuryOverHttp,
  waitForOutcome,
} from "@agent-treasury/tools";
