"use client";

export { AgentChat, type AgentChatProps } from "./agent-chat.ts";
export { AgentList } from "./agent-list.ts";
export { AllocationList } from "./allocation-list.ts";
export { ApprovalInbox, type ApprovalInboxProps } from "./approval-inbox.ts";
export {
  CommandCentre,
  type CommandCentreProps,
  type DepositReturn,
  readDepositReturn,
  type Screen,
} from "./command-centre.ts";
export {
  FreezeBanner,
  FreezeButton,
  type FreezeButtonProps,
  type FreezeScope,
} from "./freeze-button.ts";
export { LedgerTable, type LedgerTableProps } from "./ledger-table.ts";
export { MachineList } from "./machine-list.ts";
export { MoneySummary, type MoneySummaryProps } from "./money-summary.ts";
export {
  type KnownProposal,
  type KnownTreasury,
  type TreasuryNotice,
  TreasuryProvider,
  type TreasuryProviderProps,
  useProposal,
  useTreasury,
  useTreasuryClient,
} from "./provider.ts";
export { RulesEditor } from "./rules-editor.ts";
export { WebhookList } from "./webhook-list.ts";
