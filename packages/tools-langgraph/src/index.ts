export {
  type LangGraphToolsOptions,
  type TreasuryInterrupt,
  treasuryTools,
} from "./treasury-tools.ts";
