export { type MastraToolsOptions, type WaitingSpend, treasuryTools } from "./treasury-tools.ts";
export { treasuryInProcess, treasuryOverHttp, waitForOutcome } from "@agent-treasury/tools";
