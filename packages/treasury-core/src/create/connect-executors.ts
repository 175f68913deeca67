import { executorContext } from "../treasury/deployment/executor-context.ts";
import type { Engine } from "../treasury/engine.ts";
import { executorsOf } from "./executors-of.ts";
import type { TreasuryOptions } from "./treasury-options.ts";

export function connectExecutors(
  engine: Engine,
  options: Pick<TreasuryOptions, "executors" | "outbound">,
): void {
  for (const { executor } of executorsOf(options)) {
    executor.connect?.(executorContext(engine, executor.provider, options.outbound));
  }
}
