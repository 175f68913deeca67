import {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  type TreasuryTool,
  type TreasuryToolResult,
  frameworkOptions,
  treasuryTools as sharedTools,
} from "@agent-treasury/tools";
import { type Tool, tool } from "ai";

/**
 * Returns the treasury's tools for `generateText`, `streamText` and `ToolLoopAgent`.
 *
 * A spend that waits for approval stops the run, as `needsApproval` does. Resume it with
 * `resumedMessages`. An approval in messages only runs the tool again, which returns what the
 * treasury decided.
 *
 * @example
 * ```ts
 * const token = process.env["TREASURY_TOKEN"] ?? "";
 * const tools = treasuryTools(treasuryOverHttp({ url: "https://treasury.example.com", token }));
 * ```
 */
export function treasuryTools(
  access: TreasuryAccess,
  options: FrameworkToolsOptions = {},
): Record<string, Tool> {
  const { suspends, shared } = frameworkOptions(options);
  const tools = sharedTools(access, shared).map((one) => [
    one.name,
    aiSdkTool(one, suspends && !one.readOnly),
  ]);
  return Object.fromEntries(tools) as Record<string, Tool>;
}

function aiSdkTool(
  { title, description, inputSchema, execute }: TreasuryTool,
  suspends: boolean,
): Tool {
  // The result of `needsApproval` is that of the call which follows with the same input object.
  const results = new WeakMap<object, TreasuryToolResult>();
  return tool({
    title,
    description,
    inputSchema,
    needsApproval: async (input) => {
      if (!suspends) return false;
      const result = await execute(input);
      if (result.waitingFor !== null) return true;
      results.set(input, result);
      return false;
    },
    execute: async (input, { abortSignal: signal }) => {
      const result = results.get(input) ?? (await execute(input, { signal }));
      results.delete(input);
      return result.content;
    },
  });
}
