import { TreasuryError } from "@agent-treasury/provider";
import type { TreasuryOptions } from "./treasury-options.ts";

/** Options of version 0.1. */
const renamed: Readonly<Record<string, string>> = {
  executor: "executors: { executor }",
  execution: "executors.timeoutSeconds` and `recoverySeconds",
  fleet: "machines.limits",
  safety: "screening",
  safetyClassifier: "screening.classifier",
};

/**
 * Rejects options of version 0.1. If ignored, an executor would no longer pay.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function checkOptionNames(options: TreasuryOptions): void {
  for (const [name, replacement] of Object.entries(renamed)) {
    if (!(name in options)) continue;
    throw invalid(`\`${name}\` is not an option. Use \`${replacement}\`.`);
  }
  const { machines, payments, executors } = options;
  requirePort("machines.host", machines, machines?.host);
  requirePort("payments.processor", payments, payments?.processor);
  requirePort("executors.executor", executors, executors?.executor);
}

function requirePort(name: string, option: object | undefined, port: object | undefined): void {
  if (option != null && port === undefined) throw invalid(`\`${name}\` is missing.`);
}

function invalid(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
