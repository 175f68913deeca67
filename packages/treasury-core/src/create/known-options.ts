import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { TurnLimits } from "../features/agent/index.ts";
import type { TreasuryHooks } from "../features/events/index.ts";
import type { McpOptions } from "../features/mcp/index.ts";
import { executorsOf } from "../features/payments/index.ts";
import type {
  BudgetOptions,
  ExecutorOptions,
  MachineLimits,
  MachineTabOptions,
  MachineOptions,
  PaidFetchOptions,
  PaymentOptions,
  ReceiptOptions,
  ScreeningOptions,
  TelemetryOptions,
  TreasuryOptions,
  VerificationOptions,
} from "../treasury-options.ts";

/** @throws TreasuryError `invalid_request` for an unknown option at any depth. */
export function checkKnownOptions(options: TreasuryOptions): void {
  checkOptions("createTreasury", options, treasuryNames);
  checkGroup("budget", options.budget, budgetNames);
  checkGroup("screening", options.screening, screeningNames);
  checkGroup("turns", options.turns, turnNames);
  checkGroup("receipts", options.receipts, { key: true } satisfies NamesOf<ReceiptOptions>);
  checkGroup("verification", options.verification, verificationNames);
  checkGroup("mcp", options.mcp, mcpNames);
  checkGroup("machines", options.machines, machineNames);
  checkGroup("machines.limits", options.machines?.limits, machineLimitNames);
  checkGroup("machines.tab", options.machines?.tab, machineTabNames);
  checkGroup("payments", options.payments, { processor: true } satisfies NamesOf<PaymentOptions>);
  checkGroup("paidFetch", options.paidFetch, paidFetchNames);
  checkGroup("telemetry", options.telemetry, { tracer: true } satisfies NamesOf<TelemetryOptions>);
  checkGroup("hooks", options.hooks, hookNames);
  for (const executor of executorsOf(options)) checkGroup("executors", executor, executorNames);
}

function checkGroup<Options extends object>(
  name: string,
  options: Options | null | undefined,
  known: NamesOf<Options>,
): void {
  if (options === undefined || options === null) return;
  // A host or an executor that stands in place of its group is named by the caller.
  if (Object.hasOwn(options, "specificationVersion")) return;
  checkOptions(name, options, known);
}

const verificationNames: NamesOf<VerificationOptions> = { everyHours: true, freeze: true };

const treasuryNames: NamesOf<TreasuryOptions> = {
  baseUrl: true,
  storage: true,
  model: true,
  payments: true,
  incoming: true,
  paidEndpoints: true,
  machines: true,
  executors: true,
  recoverySeconds: true,
  budget: true,
  autoApprovePayees: true,
  timeZone: true,
  proposalExpiryHours: true,
  remindAfterHours: true,
  escalateAfterHours: true,
  screening: true,
  rules: true,
  passkeys: true,
  receipts: true,
  verification: true,
  tools: true,
  instructions: true,
  turns: true,
  mcp: true,
  basePath: true,
  allowedOrigins: true,
  allowedHosts: true,
  hooks: true,
  logger: true,
  telemetry: true,
  onFailure: true,
  plugins: true,
  channels: true,
  approvalPageUrl: true,
  outbound: true,
  paidFetch: true,
  exposure: true,
  clock: true,
  identifiers: true,
  authenticate: true,
  authorize: true,
  authorizePlugins: true,
  openPluginRoutes: true,
  rateLimit: true,
  access: true,
};

const budgetNames: NamesOf<BudgetOptions> = {
  startingCapitalUsd: true,
  maxSpendPerActionUsd: true,
  autoApproveUnderUsd: true,
  dailySpendCapUsd: true,
  minReserveUsd: true,
  autoApproveDailyUsd: true,
};

const screeningNames: NamesOf<ScreeningOptions> = {
  prohibitedUses: true,
  blockedVendors: true,
  allowedVendors: true,
  judge: true,
  judgeTimeoutSeconds: true,
  judgeAsks: true,
  judgeCallsPerMinute: true,
  onSilence: true,
};

const turnNames: NamesOf<TurnLimits> = {
  steps: true,
  timeoutSeconds: true,
  concurrentTurns: true,
  outputTokens: true,
  dailyTokens: true,
  tabUsd: true,
  drainSeconds: true,
  retentionDays: true,
};

const mcpNames: NamesOf<McpOptions> = {
  server: true,
  authenticate: true,
  authorizationServers: true,
  requestsPerMinute: true,
};

const machineNames: NamesOf<MachineOptions> = { host: true, limits: true, tab: true };

const machineTabNames: NamesOf<MachineTabOptions> = {
  amountUsd: true,
  minutes: true,
  hourUsd: true,
};

const machineLimitNames: NamesOf<MachineLimits> = {
  perWorkspace: true,
  perDeployment: true,
  provisionTimeoutSeconds: true,
  execTimeoutSeconds: true,
  idleSuspendSeconds: true,
};

const paidFetchNames: NamesOf<PaidFetchOptions> = { origins: true, ask: true, maximumUsd: true };

const executorNames: NamesOf<ExecutorOptions> = {
  executor: true,
  timeoutSeconds: true,
  lowBalanceUsd: true,
};

const hookNames: NamesOf<TreasuryHooks> = {
  event: true,
  proposalCreated: true,
  proposalDecided: true,
  proposalExpired: true,
  proposalReminder: true,
  proposalEscalated: true,
  approvalsChanged: true,
  proposalExecuted: true,
  proposalFailed: true,
  attentionNeeded: true,
  credited: true,
  reversed: true,
  workspaceReset: true,
  turnWaiting: true,
  turnEnded: true,
  rulesPublished: true,
  standingApprovalCreated: true,
  standingApprovalEnded: true,
  draftReplayed: true,
  frozen: true,
  unfrozen: true,
  allocationThreshold: true,
  payeeAdded: true,
  payeeForgotten: true,
  tabThreshold: true,
  tabClosed: true,
  tabSettlementUnknown: true,
  tabSettlementUnconfirmed: true,
  refundCaseOpened: true,
  refundCaseClosed: true,
  ruleGroupsNearlyFull: true,
  verificationFailed: true,
  railBalanceLow: true,
};
