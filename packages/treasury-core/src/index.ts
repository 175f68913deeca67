export type {
  AgentTurnResult,
  Proposal,
  TreasuryEvent,
  TreasuryState,
  Verification,
} from "@agent-treasury/contract";
export { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
export type { AgentTool } from "./features/agent/tools/agent-tool.ts";
export { type ToolDefinition, defineTool } from "./features/agent/tools/define-tool.ts";
export type { TurnLimits } from "./features/agent/turn-settings.ts";
export { createTreasury } from "./create/create-treasury.ts";
export { type RequestLifetime, treasuryPerRequest } from "./create/treasury-per-request.ts";
export type { BudgetOptions, LimitOptions } from "./features/workspace/budget-options.ts";
export type {
  DeploymentOperations,
  EraseTextRequest,
  EvidenceRequest,
  InProcess,
  RailReconcileRequest,
  Recovery,
  ReplayOptions,
  SpendResolutionRequest,
  Treasury,
  TreasuryFreezes,
  TreasuryReceipts,
  TreasuryRules,
} from "./treasury.ts";
export type {
  PaymentOptions,
  ReceiptOptions,
  TelemetryOptions,
  TreasuryOptions,
} from "./treasury-options.ts";
export type {
  MachineLimits,
  MachineOptions,
  MachineTabOptions,
} from "./features/machines/machine-options.ts";
export type { PaidFetchOptions } from "./features/paid-fetch/paid-fetch-options.ts";
export type { ExecutorOptions } from "./features/payments/executors-of.ts";
export type { ScreeningOptions } from "./features/screening/screening-options.ts";
export type { VerificationOptions } from "./features/verification/verification-options.ts";
export type { OfferedEndpoint } from "./features/deposits/endpoint-offers.ts";
export type {
  ReconcileFinding,
  ReconcileRequest,
  Reconciliation,
} from "./features/deposits/reconcile.ts";
export type { TreasuryHooks } from "./features/events/hooks/treasury-hooks.ts";
export type { AccessAction } from "./http/access-action.ts";
export type { AccessRules, AuthenticationInput, AuthorizationInput } from "./http/access.ts";
export type { FailureReport } from "./http/failure-log.ts";
export type { TreasuryHandler } from "./http/handler.ts";
export type { NamedCaller } from "./http/in-process-calls.ts";
export { operatorTokens } from "./http/operator-tokens.ts";
export type { Principal } from "./http/principal.ts";
export type { RateLimit, RateLimitInput } from "./http/rate-limit.ts";
export type { McpOptions } from "./features/mcp/mcp-options.ts";
export type { HandlerContext, RequestHeaders } from "./http/service-request.ts";
export type { SessionRecords } from "./features/service/session-records.ts";
export type { SignedInOperator } from "./http/signed-in-operator.ts";
export { accountFromRecord } from "./kernel/ledger/account.ts";
export { type EntryRecord, entryFromBody } from "./kernel/ledger/chain.ts";
export { agentTokens } from "./features/mcp/agent-tokens.ts";
export type { AgentPrincipal, OutsideAgent } from "./http/outside-agent.ts";
export type { ToolContext } from "./kernel/turn-tool.ts";
export type { Person } from "./kernel/ledger/person.ts";
export type { TextErasure } from "./features/workspace/erase-text.ts";
