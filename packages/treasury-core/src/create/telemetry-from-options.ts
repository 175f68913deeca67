import type { Storage } from "@agent-treasury/provider";
import { type AgentSettings, untraced } from "../features/agent/index.ts";
import {
  tracedModel,
  tracedTool,
  tracedTurns,
  tracedStorage,
} from "../features/telemetry/index.ts";
import type { TreasuryOptions } from "../treasury-options.ts";

export function storageOf({ storage, telemetry }: TreasuryOptions): Storage {
  return telemetry === undefined ? storage : tracedStorage(storage, telemetry.tracer);
}

export function tracedAgent(
  options: TreasuryOptions,
): Pick<AgentSettings, "model" | "tracing" | "wrapTool"> {
  const { telemetry } = options;
  const model = options.model ?? null;
  if (telemetry === undefined) return { model, tracing: untraced, wrapTool: (tool) => tool };
  const { tracer } = telemetry;
  return {
    model: model === null ? null : tracedModel(model, tracer),
    tracing: tracedTurns(tracer),
    wrapTool: (tool) => tracedTool(tool, tracer),
  };
}
