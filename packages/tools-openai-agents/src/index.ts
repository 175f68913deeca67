export { type OpenAIAgentsToolsOptions, treasuryTools } from "./treasury-tools.ts";
export { waitingProposals } from "./waiting-proposals.ts";
export { treasuryInProcess, treasuryOverHttp, waitForOutcome } from "@agent-treasury/tools";
