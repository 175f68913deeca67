import { requestPermitRail } from "@agent-treasury/contract";
import type { Storage } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { turnNames } from "../features/agent/index.ts";
import { hookNames } from "../features/events/index.ts";
import { machineLimitNames, machineNames, machineTabNames } from "../features/machines/index.ts";
import { mcpNames } from "../features/mcp/index.ts";
import { paidFetchNames } from "../features/paid-fetch/index.ts";
import { executorNames, type ExecutorOptions, executorsOf } from "../features/payments/index.ts";
import { screeningNames } from "../features/screening/index.ts";
import { verificationNames } from "../features/verification/index.ts";
import { budgetNames } from "../features/workspace/index.ts";
import { invalidRequest } from "../kernel/invalid-request.ts";
import { ledgerRail } from "../kernel/judgement/hold-terms.ts";
import type {
  PaymentOptions,
  ReceiptOptions,
  TelemetryOptions,
  TreasuryOptions,
} from "../treasury-options.ts";

/** Options of version 0.1. */
const renamed: Readonly<Record<string, string>> = {
  executor: "executors: { executor }",
  execution: "executors.timeoutSeconds` and `recoverySeconds",
  fleet: "machines.limits",
  safety: "screening",
  safetyClassifier: "screening.judge",
};

/**
 * Rejects unknown options, and those of version 0.1: if ignored, an executor would no longer pay.
 * Rejects a storage of another specification version, too.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function checkTreasuryOptions(options: TreasuryOptions): void {
  for (const [name, replacement] of Object.entries(renamed)) {
    if (!(name in options)) continue;
    throw invalidRequest(`\`${name}\` is not an option. Use \`${replacement}\`.`);
  }
  checkKnownOptions(options);
  requireStorage(options.storage);
  const { machines, payments } = options;
  requirePort("machines.host", machines, machines?.host);
  requirePort("payments.processor", payments, payments?.processor);
  if (options.passkeys !== undefined && options.authenticate === undefined) {
    throw invalidRequest("`passkeys` needs persons who sign in. Pass `authenticate`.");
  }
  checkExecutors(executorsOf(options));
}

/** Holds and quotes name their executor. */
function checkExecutors(executors: readonly ExecutorOptions[]): void {
  const names = new Set<string>([ledgerRail, requestPermitRail]);
  for (const each of executors) {
    requirePort("executors.executor", each, each.executor);
    const { provider } = each.executor;
    if (names.has(provider)) {
      throw invalidRequest(
        `\`executors\`: ${JSON.stringify(provider)} is the name of another executor or of the ledger.`,
      );
    }
    names.add(provider);
  }
}

function requirePort(name: string, option: object | undefined, port: object | undefined): void {
  if (option != null && port === undefined) throw invalidRequest(`\`${name}\` is missing.`);
}

const someStorage =
  "for example `sqliteStorage({ path })` of `@agent-treasury/storage-sqlite`, or `memoryStorage()` of `@agent-treasury/treasury-core/memory`";

/** A storage of version 1 ignores the kinds of `due`. Without types, this is the only check. */
function requireStorage(storage: Storage | null | undefined): void {
  if (storage === undefined || storage === null) {
    throw invalidRequest(`\`storage\` is missing. Pass one, ${someStorage}.`);
  }
  const { name, specificationVersion }: Partial<Storage> = storage;
  if (specificationVersion === undefined) {
    throw invalidRequest(`\`storage\` is not a storage. Pass one, ${someStorage}.`);
  }
  if (specificationVersion === "2") return;
  throw invalidRequest(
    `\`storage\`: "${name}" implements version ${String(specificationVersion)} of the storage specification, and this treasury requires version 2. Update the storage's package, or implement the parameter \`kinds\` of \`due\` in your own storage.`,
  );
}

/** @throws TreasuryError `invalid_request` for an unknown option at any depth. */
function checkKnownOptions(options: TreasuryOptions): void {
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
