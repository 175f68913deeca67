import type { OutboundFetch } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { executorContext } from "./executor-context.ts";
import { executorsOf, type WithExecutors } from "./executors-of.ts";

export function connectExecutors(
  engine: Engine,
  options: WithExecutors & { readonly outbound?: OutboundFetch },
): void {
  for (const { executor } of executorsOf(options)) {
    executor.connect?.(executorContext(engine, executor.provider, options.outbound));
  }
}
