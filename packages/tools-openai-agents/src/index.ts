export { type OpenAIAgentsToolsOptions, treasuryTools } from "./treasury-tools.ts";
export { type InterruptedState, waitingProposals } from "./waiting-proposals.ts";
export { treasuryInProcess, treasuryOverHttp, waitForOutcome } from "@agent-treasury/tools";
