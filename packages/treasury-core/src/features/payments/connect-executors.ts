import { executorContext } from "../../kernel/deployment/executor-context.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import { executorsOf } from "./executors-of.ts";

export function connectExecutors(
  engine: Engine,
  options: Pick<TreasuryOptions, "executors" | "outbound">,
): void {
  for (const { executor } of executorsOf(options)) {
    executor.connect?.(executorContext(engine, executor.provider, options.outbound));
  }
}
