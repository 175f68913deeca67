export type {
  AgentTurnResult,
  Proposal,
  TreasuryEvent,
  TreasuryState,
  Verification,
} from "@agent-treasury/contract";
export { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
export type { AgentTool, ToolContext } from "./agent/tools/agent-tool.ts";
export { type ToolDefinition, defineTool } from "./agent/tools/define-tool.ts";
export type { TurnLimits } from "./agent/turn-settings.ts";
export { createTreasury } from "./create/create-treasury.ts";
export type { LimitOptions } from "./create/policy-from-options.ts";
export type { CredentialOperations } from "./create/administration-operations.ts";
export type {
  EraseTextRequest,
  RailReconcileRequest,
  Recovery,
  SpendFetchRequest,
  SpendProposalRequest,
  SpendResolutionRequest,
  Treasury,
} from "./create/treasury.ts";
export type {
  BudgetOptions,
  ExecutorOptions,
  MachineLimits,
  MachineOptions,
  PaidFetchOptions,
  PaymentOptions,
  ScreeningOptions,
  TelemetryOptions,
  TreasuryOptions,
} from "./create/treasury-options.ts";
export type { OfferedEndpoint } from "./funding/endpoint-offers.ts";
export type { ReconcileFinding, ReconcileRequest, Reconciliation } from "./funding/reconcile.ts";
export type { TreasuryHooks } from "./hooks/treasury-hooks.ts";
export type { AccessAction } from "./http/access-action.ts";
export type { AccessRules, AuthenticationInput, AuthorizationInput } from "./http/access.ts";
export type { FailureReport } from "./http/failure-log.ts";
export type { TreasuryHandler } from "./http/handler.ts";
export { operatorTokens } from "./http/operator-tokens.ts";
export type { Principal } from "./http/principal.ts";
export type { RateLimit, RateLimitInput } from "./http/rate-limit.ts";
export type { McpOptions } from "./http/mcp-options.ts";
export type { HandlerContext } from "./http/serve.ts";
export type { RequestHeaders } from "./http/service-request.ts";
export type { SessionRecords } from "./http/session-records.ts";
export type { SignedInOperator } from "./http/signed-in-operator.ts";
export { accountFromRecord } from "./ledger/account.ts";
export { type EntryRecord, entryFromBody } from "./ledger/chain.ts";
export type { CopyWalk } from "./ledger/copy-walk.ts";
export type { KeptHead } from "./ledger/kept-heads.ts";
export { type ChainReport, verifyChain } from "./ledger/verify.ts";
export { agentTokens } from "./mcp/agent-tokens.ts";
export type { OutsideAgent } from "./principals/outside-agent.ts";
export type { AgentPrincipal } from "./principals/agent-principal.ts";
export type { Person } from "./ledger/person.ts";
export type { TextErasure } from "./treasury/operations/erase-text.ts";
export { PasskeyWalk } from "./passkeys/passkey-walk.ts";
export { verifyCopy } from "./create/verify-copy.ts";
