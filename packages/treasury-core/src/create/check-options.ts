import type { Storage } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { invalidRequest } from "../kernel/errors.ts";
import type { TreasuryOptions } from "../treasury-options.ts";

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
 * Rejects a storage of another specification version, too. Features check the options of their own.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function checkTreasuryOptions(options: TreasuryOptions): void {
  for (const [name, replacement] of Object.entries(renamed)) {
    if (!(name in options)) continue;
    throw invalidRequest(`\`${name}\` is not an option. Use \`${replacement}\`.`);
  }
  checkOptions("createTreasury", options, treasuryNames);
  requireStorage(options.storage);
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
