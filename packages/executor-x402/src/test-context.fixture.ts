import { type ExecutorContext, systemClock } from "@agent-treasury/provider";
import { memoryStore } from "evm-for-tests";
import { type X402Executor, x402Executor } from "./x402-executor.ts";
import type { X402Options } from "./x402-options.ts";

/** An executor of the deployment `d1`, in a treasury without other services. */
export function connectedExecutor(
  options: X402Options,
  context: Partial<ExecutorContext> = {},
): X402Executor {
  const executor = x402Executor(options);
  executor.connect({
    deploymentId: async () => "d1",
    store: memoryStore(),
    outbound: () => Promise.reject(new Error("There is no seller.")),
    clock: systemClock,
    ...context,
  });
  return executor;
}
