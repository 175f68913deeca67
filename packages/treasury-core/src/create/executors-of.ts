import type { ExecutorOptions, TreasuryOptions } from "./treasury-options.ts";

export function executorsOf({
  executors = [],
}: Pick<TreasuryOptions, "executors">): readonly ExecutorOptions[] {
  return isList(executors) ? executors : [executors];
}

function isList(
  executors: NonNullable<TreasuryOptions["executors"]>,
): executors is readonly ExecutorOptions[] {
  return Array.isArray(executors);
}
