import {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  type TreasuryTool,
  type TreasuryToolResult,
  frameworkOptions,
  treasuryTools as sharedTools,
} from "@agent-treasury/tools";
import {
  type HookCallback,
  type Options,
  type SdkMcpToolDefinition,
  createSdkMcpServer,
  tool,
} from "@anthropic-ai/claude-agent-sdk";

/** Options of a query that give its agent the tools. */
export type TreasuryQueryOptions = Required<Pick<Options, "mcpServers" | "allowedTools">> &
  Pick<Options, "hooks">;

const serverName = "treasury";
/** What the names of the tools have before them in the SDK. */
export const toolPrefix: string = `mcp__${serverName}__`;

/**
 * Returns options with the treasury's tools, in a server of this process. Call it for each query.
 *
 * A spend that needs approval stops the run: its result has `deferred_tool_use`. To resume, pass
 * the result's `session_id` as `resume` to a query once a person has decided. The tool then runs,
 * and reads the decision from the treasury. A tool that runs without the stop returns status
 * `pending`, and pays nothing.
 *
 * @example
 * ```ts
 * import { query } from "@anthropic-ai/claude-agent-sdk";
 *
 * const access = treasuryOverHttp({ url: "https://treasury.example.com", token: "agt_…" });
 * const run = query({ prompt: "Buy paper.", options: { ...treasuryTools(access), tools: [] } });
 * ```
 */
export function treasuryTools(
  access: TreasuryAccess,
  options: FrameworkToolsOptions = {},
): TreasuryQueryOptions {
  const { suspends, shared } = frameworkOptions(options);
  const all = sharedTools(access, shared);
  const spending = all.filter(({ readOnly }) => !readOnly);
  const { hook, resultOf } = deferringHook(spending);
  const server = createSdkMcpServer({
    name: serverName,
    alwaysLoad: true,
    tools: all.map((one) => sdkTool(one, resultOf)),
  });
  const matcher = spending.map(({ name }) => toolPrefix + name).join("|");
  return {
    mcpServers: { [serverName]: server },
    allowedTools: [`${toolPrefix}*`],
    ...(suspends && { hooks: { PreToolUse: [{ matcher, hooks: [hook] }] } }),
  };
}

/** Returns the result that the hook of this call has, if it has one. */
type ResultOf = (callId: string) => TreasuryToolResult | null;

interface DeferringHook {
  readonly hook: HookCallback;
  readonly resultOf: ResultOf;
}

/** Proposes a spend before its tool runs, and stops the run if the spend waits for a person. */
function deferringHook(spending: readonly TreasuryTool[]): DeferringHook {
  // The SDK removes all but the last deferred call of an answer from the conversation.
  let deferredId: string | null = null;
  // Otherwise the tool would propose again, and report the spend as a repeated one.
  let latest: { readonly id: string; readonly result: TreasuryToolResult } | null = null;
  return {
    hook: async (input, _callId, { signal }) => {
      // A subagent reads the status, because a deferred call would end the whole run.
      if (input.hook_event_name !== "PreToolUse" || input.agent_id !== undefined) return {};
      const { tool_use_id: id, tool_name: name, tool_input: value } = input;
      const shared = spending.find((one) => toolPrefix + one.name === name);
      if (shared === undefined || (deferredId !== null && deferredId !== id)) return {};
      deferredId = id;
      const result = await shared.execute(value, { signal });
      if (result.waitingFor !== null) {
        const hookEventName = "PreToolUse";
        return { hookSpecificOutput: { hookEventName, permissionDecision: "defer" } };
      }
      deferredId = null;
      latest = { id, result };
      return {};
    },
    resultOf: (callId) => (latest?.id === callId ? latest.result : null),
  };
}

function sdkTool(
  { name, description, inputSchema, readOnly, title, execute }: TreasuryTool,
  resultOf: ResultOf,
): SdkMcpToolDefinition<typeof inputSchema.shape> {
  // The SDK accepts a whole schema, and drops unknown arguments of a shape without an error.
  const schema = inputSchema as unknown as typeof inputSchema.shape;
  return tool(
    name,
    description,
    schema,
    async (input, call) => {
      const { signal, _meta: meta } = call as ToolCall;
      const known = resultOf(String(meta?.["claudecode/toolUseId"]));
      const { content, isError } = known ?? (await execute(input, { signal }));
      return { content: [{ type: "text", text: JSON.stringify(content) }], isError };
    },
    { annotations: { title, readOnlyHint: readOnly } },
  );
}

/** What the SDK passes to a tool. */
interface ToolCall {
  readonly signal?: AbortSignal;
  readonly _meta?: Readonly<Record<string, unknown>>;
}
