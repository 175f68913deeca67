import { executorContext } from "../treasury/deployment/executor-context.ts";
import type { Engine } from "../treasury/engine.ts";
import type { TreasuryOptions } from "./treasury-options.ts";

export function connectExecutors(
  engine: Engine,
  { executors, outbound }: Pick<TreasuryOptions, "executors" | "outbound">,
): void {
  const executor = executors?.executor;
  executor?.connect?.(executorContext(engine, executor.provider, outbound));
}
