export {
  type LangGraphToolsOptions,
  type TreasuryInterrupt,
  langGraphTools,
} from "./langgraph-tools.ts";
