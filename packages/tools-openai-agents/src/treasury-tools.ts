import {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  type TreasuryTool,
  type TreasuryToolResult,
  frameworkOptions,
  treasuryTools as sharedTools,
} from "@agent-treasury/tools";
import { type RunContext, type Tool, tool } from "@openai/agents";

/** The type of schemas without strict mode. Ours allow no further properties. */
interface ParametersSchema {
  type: "object";
  properties: Record<string, object>;
  required: string[];
  additionalProperties: true;
}

/**
 * Returns the treasury's tools for an `Agent`. A spend that needs approval interrupts the run. To
 * resume, run the agent with its state once a person has decided, without `approve` or `reject`:
 * the tool reads the decision from the treasury, and interrupts again while it is pending.
 *
 * @example
 * ```ts
 * import { Agent, run } from "@openai/agents";
 *
 * const access = treasuryOverHttp({ url: "https://treasury.example.com", token: "agt_…" });
 * const agent = new Agent({ name: "Buyer", tools: treasuryTools(access) });
 * const { finalOutput } = await run(agent, "Buy paper for 12 USD from Acme.");
 * ```
 */
export function treasuryTools(access: TreasuryAccess, options: FrameworkToolsOptions = {}): Tool[] {
  const { suspends, shared } = frameworkOptions(options);
  return sharedTools(access, shared).map((one) => functionTool(one, suspends && !one.readOnly));
}

function functionTool(shared: TreasuryTool, suspends: boolean): Tool {
  const outcomes = new OutcomesBeforeCalls();
  return tool({
    name: shared.name,
    description: shared.description,
    // Not strict: a strict model has to fill in optional fields, and a key that it invents is
    // another purchase. The tool validates its input itself.
    // A copy, because the SDK requires strict mode of what zod marks as a schema of its own.
    parameters: { ...shared.inputSchema.toJSONSchema() } as unknown as ParametersSchema,
    strict: false,
    ...(suspends && {
      needsApproval: async (context: RunContext, input: unknown, callId = "") => {
        const outcome = await shared.execute(input);
        if (outcome.waitingFor === null) outcomes.add(context, callId, outcome);
        return outcome.waitingFor !== null;
      },
    }),
    execute: async (input, context, details) => {
      const known = context && outcomes.take(context, details?.toolCall?.callId ?? "");
      const signal = details?.signal;
      const { content } = known ?? (await shared.execute(input, signal && { signal }));
      return JSON.stringify(content);
    },
  });
}

/**
 * Results of `needsApproval`, for the execution that follows it at once, so that one call of the
 * model is one request. A serialized state does not contain them.
 */
class OutcomesBeforeCalls {
  readonly #byRun = new WeakMap<RunContext, Map<string, TreasuryToolResult>>();

  add(context: RunContext, callId: string, outcome: TreasuryToolResult): void {
    const ofRun = this.#byRun.get(context) ?? new Map<string, TreasuryToolResult>();
    this.#byRun.set(context, ofRun.set(callId, outcome));
  }

  take(context: RunContext<unknown>, callId: string): TreasuryToolResult | undefined {
    const ofRun = this.#byRun.get(context);
    const outcome = ofRun?.get(callId);
    ofRun?.delete(callId);
    return outcome;
  }
}
