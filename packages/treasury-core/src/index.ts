export type * from "@agent-treasury/contract";
export type { AgentTool, ToolContext } from "./agent/tools/agent-tool.ts";
export { type ToolDefinition, defineTool } from "./agent/tools/define-tool.ts";
export type { TurnRecovery } from "./agent/recover-turns.ts";
export type { TurnLimits } from "./agent/turn-settings.ts";
export { createTreasury } from "./create/create-treasury.ts";
export type {
  EraseTextRequest,
  Recovery,
  SpendOperations,
  SpendResolutionRequest,
  Treasury,
} from "./create/treasury.ts";
export type { FleetOrphan, FleetRecovery } from "./fleet/recover-fleet.ts";
export type {
  ReconcileFinding,
  ReconcileRequest,
  ReconcileSum,
  Reconciliation,
} from "./funding/reconcile.ts";
export type {
  AttentionNeeded,
  Credited,
  ProposalCreated,
  ProposalDecided,
  ProposalExecuted,
  ProposalFailed,
  Reversed,
  TreasuryEvent,
  TreasuryHooks,
  TurnEnded,
  TurnWaiting,
  WorkspaceReset,
} from "./hooks/treasury-hooks.ts";
export type { AccessAction } from "./http/access-action.ts";
export type { AccessRules, AuthenticationInput, AuthorizationInput } from "./http/access.ts";
export type { SignedInOperator } from "./http/signed-in-operator.ts";
export { answerError, type ServiceAnswer, toTreasuryError } from "./http/answers.ts";
export type { FailureReport } from "./http/failure-log.ts";
export type { RateLimit, RateLimitAnswer, RateLimitInput } from "./http/rate-limit.ts";
export { requestAddress } from "./http/match-route.ts";
export {
  BodyBytes,
  fromRequest,
  type RequestHeaders,
  type ServiceRequest,
} from "./http/service-request.ts";
export { type TreasuryHandler, handlerOver, serveOf } from "./http/handler.ts";
export { operatorCookie, operatorTokens } from "./http/operator-tokens.ts";
export type { SessionRecords } from "./http/session-records.ts";
export type { HandlerContext, Serve } from "./http/serve.ts";
export type { McpOptions } from "./http/serve-mcp.ts";
export { agentTokens } from "./mcp/agent-tokens.ts";
export type { OutsideAgent } from "./mcp/outside-agent.ts";
export type { KeptHead } from "./ledger/kept-heads.ts";
export { type ChainReport, verifyChain } from "./ledger/verify.ts";
export type { LimitOptions } from "./create/policy-from-options.ts";
export type { SpendRecovery } from "./treasury/payouts/recover-spends.ts";
export type { TextErasure } from "./treasury/operations/erase-text.ts";
export { verifyCopy } from "./treasury/operations/verify-treasury.ts";
export {
  type GatedSpend,
  type GateVerdict,
  type SafetyGate,
  type SafetyGateOptions,
  safetyGate,
  type ProhibitedUse,
} from "@agent-treasury/screening";
export type {
  BudgetOptions,
  ExecutionOptions,
  FleetOptions,
  SafetyOptions,
  TelemetryOptions,
  TreasuryOptions,
} from "./create/treasury-options.ts";
export {
  isTreasuryError,
  type LanguageModel,
  type SafetyClassifier,
  TreasuryError,
} from "@agent-treasury/provider";
