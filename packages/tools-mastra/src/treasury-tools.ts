import {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  type TreasuryTool,
  frameworkOptions,
  treasuryTools as sharedTools,
} from "@agent-treasury/tools";
import type { ToolsInput } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";

/** The payload of a suspended run. */
export interface WaitingSpend {
  readonly proposalId: string;
  readonly amountUsd: number;
  readonly vendor: string;
  readonly purpose: string;
}

type SuspendSchema = {
  type: "object";
  properties: Record<string, { type: "string" | "number" }>;
  required: string[];
};

/** With a schema, Mastra runs tool calls of one answer in turn, so each of them can suspend. */
const suspendSchema: SuspendSchema = {
  type: "object",
  properties: {
    proposalId: { type: "string" },
    amountUsd: { type: "number" },
    vendor: { type: "string" },
    purpose: { type: "string" },
  },
  required: ["proposalId", "amountUsd", "vendor", "purpose"],
};

/**
 * Returns the treasury's tools for an `Agent`, by name. A spend that needs approval suspends the
 * run with a `WaitingSpend`. To resume, call `resumeGenerate({}, { runId })` once a person has
 * decided: the tool reads the decision from the treasury, and suspends again while it is pending.
 * The resume value has no effect.
 *
 * @example
 * ```ts
 * import { Agent } from "@mastra/core/agent";
 *
 * const access = treasuryOverHttp({ url: "https://treasury.example.com", token: "agt_…" });
 * const tools = treasuryTools(access);
 * const agent = new Agent({ id: "buyer", name: "Buyer", instructions: "", model: "openai/gpt-5", tools });
 * ```
 */
export function treasuryTools(
  access: TreasuryAccess,
  options: FrameworkToolsOptions = {},
): ToolsInput {
  const { suspends, shared } = frameworkOptions(options);
  return Object.fromEntries(
    sharedTools(access, shared).map((one) => [
      one.name,
      mastraTool(one, suspends && !one.readOnly),
    ]),
  );
}

function mastraTool(shared: TreasuryTool, suspends: boolean): ToolsInput[string] {
  return createTool({
    id: shared.name,
    description: shared.description,
    inputSchema: shared.inputSchema,
    ...(suspends && { suspendSchema }),
    execute: async (input, context) => {
      const { abortSignal: signal, agent, workflow } = context;
      const { content, waitingFor } = await shared.execute(input, signal && { signal });
      const suspend = agent?.suspend ?? workflow?.suspend;
      if (!suspends || waitingFor === null || suspend === undefined) return content;
      const { id: proposalId, amountUsd, vendor, purpose } = waitingFor;
      await suspend({ proposalId, amountUsd, vendor, purpose } satisfies WaitingSpend);
      return undefined;
    },
  });
}
