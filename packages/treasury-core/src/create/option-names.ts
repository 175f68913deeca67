import { requestPermitRail } from "@agent-treasury/contract";
import { type Storage, TreasuryError } from "@agent-treasury/provider";
import { executorsOf } from "../features/payments/index.ts";
import type { ExecutorOptions } from "../features/payments/index.ts";
import { ledgerRail } from "../kernel/judgement/hold-terms.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
import { checkKnownOptions } from "./known-options.ts";

/** Options of version 0.1. */
const renamed: Readonly<Record<string, string>> = {
  executor: "executors: { executor }",
  execution: "executors.timeoutSeconds` and `recoverySeconds",
  fleet: "machines.limits",
  safety: "screening",
  safetyClassifier: "screening.judge",
};

/**
 * Rejects options of version 0.1, and a storage of another specification version. If ignored, an
 * executor would no longer pay.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function checkOptionNames(options: TreasuryOptions): void {
  for (const [name, replacement] of Object.entries(renamed)) {
    if (!(name in options)) continue;
    throw invalid(`\`${name}\` is not an option. Use \`${replacement}\`.`);
  }
  checkKnownOptions(options);
  requireStorage(options.storage);
  const { machines, payments } = options;
  requirePort("machines.host", machines, machines?.host);
  requirePort("payments.processor", payments, payments?.processor);
  if (options.passkeys !== undefined && options.authenticate === undefined) {
    throw invalid("`passkeys` needs persons who sign in. Pass `authenticate`.");
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
      throw invalid(
        `\`executors\`: ${JSON.stringify(provider)} is the name of another executor or of the ledger.`,
      );
    }
    names.add(provider);
  }
}

function requirePort(name: string, option: object | undefined, port: object | undefined): void {
  if (option != null && port === undefined) throw invalid(`\`${name}\` is missing.`);
}

const someStorage =
  "for example `sqliteStorage({ path })` of `@agent-treasury/storage-sqlite`, or `memoryStorage()` of `@agent-treasury/treasury-core/memory`";

/** A storage of version 1 ignores the kinds of `due`. Without types, this is the only check. */
function requireStorage(storage: Storage | null | undefined): void {
  if (storage === undefined || storage === null) {
    throw invalid(`\`storage\` is missing. Pass one, ${someStorage}.`);
  }
  const { name, specificationVersion }: Partial<Storage> = storage;
  if (specificationVersion === undefined) {
    throw invalid(`\`storage\` is not a storage. Pass one, ${someStorage}.`);
  }
  if (specificationVersion === "2") return;
  throw invalid(
    `\`storage\`: "${name}" implements version ${String(specificationVersion)} of the storage specification, and this treasury requires version 2. Update the storage's package, or implement the parameter \`kinds\` of \`due\` in your own storage.`,
  );
}

function invalid(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
