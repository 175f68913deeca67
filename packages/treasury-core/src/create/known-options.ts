import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { turnNames } from "../features/agent/index.ts";
import { hookNames } from "../features/events/index.ts";
import { machineLimitNames, machineNames, machineTabNames } from "../features/machines/index.ts";
import { mcpNames } from "../features/mcp/index.ts";
import { paidFetchNames } from "../features/paid-fetch/index.ts";
import { executorNames, executorsOf } from "../features/payments/index.ts";
import { screeningNames } from "../features/screening/index.ts";
import { verificationNames } from "../features/verification/index.ts";
import { budgetNames } from "../features/workspace/index.ts";
import type {
  PaymentOptions,
  ReceiptOptions,
  TelemetryOptions,
  TreasuryOptions,
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
