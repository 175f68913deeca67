import {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  type TreasuryTool,
  frameworkOptions,
  treasuryTools as sharedTools,
} from "@agent-treasury/tools";
import { FunctionTool, type RunAsyncToolRequest } from "@google/adk";

/**
 * Returns the treasury's tools for an `LlmAgent`. A spend that needs approval ends the run with a
 * request for confirmation, which `waitingSpends` reads. Once a person has decided, run the session
 * again with `resumeMessage`: the tool reads the decision from the treasury. The confirmation itself
 * has no effect.
 *
 * @example
 * ```ts
 * import { LlmAgent } from "@google/adk";
 *
 * const access = treasuryOverHttp({ url: "https://treasury.example.com", token: "agt_…" });
 * const tools = treasuryTools(access);
 * const agent = new LlmAgent({ name: "buyer", model: "gemini-flash-latest", tools });
 * ```
 */
export function treasuryTools(
  access: TreasuryAccess,
  options: FrameworkToolsOptions = {},
): FunctionTool[] {
  const { suspends, shared } = frameworkOptions(options);
  return sharedTools(access, shared).map((tool) => new TreasuryFunctionTool(tool, suspends));
}

class TreasuryFunctionTool extends FunctionTool {
  readonly #tool: TreasuryTool;
  readonly #suspends: boolean;

  constructor(tool: TreasuryTool, suspends: boolean) {
    const { name, description, inputSchema } = tool;
    // Its declaration is made of the schema. Its validation is not used, because the model would
    // read less of what is wrong.
    super({ name, description, parameters: inputSchema as never, execute: () => undefined });
    this.#tool = tool;
    this.#suspends = suspends;
  }

  /** Asked at a resume, because ADK reruns only tools that can request a confirmation. */
  override checkRequireConfirmation(): Promise<boolean> {
    return Promise.resolve(this.#suspends && !this.#tool.readOnly);
  }

  override async runAsync({ args, toolContext }: RunAsyncToolRequest): Promise<unknown> {
    const { abortSignal: signal } = toolContext;
    const { content, waitingFor } = await this.#tool.execute(args, signal && { signal });
    if (waitingFor !== null && this.#suspends) {
      const { id: proposalId, amountUsd, vendor, purpose } = waitingFor;
      const hint = `A person must decide about $${amountUsd} to ${vendor} in the treasury.`;
      toolContext.requestConfirmation({
        hint,
        payload: { proposalId, amountUsd, vendor, purpose },
      });
    }
    return content;
  }
}
