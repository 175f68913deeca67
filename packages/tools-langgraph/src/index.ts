export {
  type TreasuryAccess,
  treasuryInProcess,
  treasuryOverHttp,
  waitForOutcome,
} from "@agent-treasury/tools";
export {
  type LangGraphToolsOptions,
  type TreasuryInterrupt,
  treasuryTools,
  waitingProposals,
} from "./treasury-tools.ts";
