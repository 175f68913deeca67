import {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  type TreasuryTool,
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
/** Only a proposal has a dry run. */
export const spendName = "propose_spend";

/**
 * Returns options with the treasury's tools, in a server of this process. Call it for each query.
 *
 * A spend that needs approval stops the run: its result has `deferred_tool_use`. To resume, pass
 * the result's `session_id` as `resume` to a query once a person has decided. The tool then runs,
 * and reads the decision from the treasury. A tool that runs without the stop, such as
 * `fetch_paid`, returns status `pending`, and pays nothing.
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
  const server = createSdkMcpServer({
    name: serverName,
    alwaysLoad: true,
    tools: all.map(sdkTool),
  });
  // Its failures are reported by the tool, which runs next.
  const propose = sharedTools(beforeCall(access)).find(({ name }) => name === spendName);
  const matcher = toolPrefix + spendName;
  return {
    mcpServers: { [serverName]: server },
    allowedTools: [`${toolPrefix}*`],
    ...(suspends &&
      propose && { hooks: { PreToolUse: [{ matcher, hooks: [deferringHook(propose)] }] } }),
  };
}

/** Permissions and other hooks can still deny the call, so that only its tool pays. */
function beforeCall(access: TreasuryAccess): TreasuryAccess {
  return {
    ...access,
    propose: async (request, call) => {
      // It waits for no person, also if the same spend does.
      if (request.dryRun === true) return access.propose(request, call);
      const answer = await access.propose({ ...request, dryRun: "unless_pending" }, call);
      return { ...answer, dryRun: answer.dryRun && !answer.repeated };
    },
  };
}

/** Stops the run before a spend that waits for a person. It pays nothing, and stores only a wait. */
function deferringHook(propose: TreasuryTool): HookCallback {
  // The SDK removes all but the last deferred call of an answer from the conversation.
  let deferredId: string | null = null;
  return async (input, _callId, { signal }) => {
    // A subagent reads the status, because a deferred call would end the whole run.
    if (input.hook_event_name !== "PreToolUse" || input.agent_id !== undefined) return {};
    const { tool_use_id: id, tool_input: value } = input;
    if (deferredId !== null && deferredId !== id) return {};
    deferredId = id;
    const { waitingFor } = await propose.execute(value, { signal });
    const hookEventName = "PreToolUse";
    if (waitingFor !== null) {
      return { hookSpecificOutput: { hookEventName, permissionDecision: "defer" } };
    }
    deferredId = null;
    return {};
  };
}

function sdkTool({
  name,
  description,
  inputSchema,
  readOnly,
  title,
  execute,
}: TreasuryTool): SdkMcpToolDefinition<typeof inputSchema.shape> {
  // The SDK accepts a whole schema, and drops unknown arguments of a shape without an error.
  const schema = inputSchema as unknown as typeof inputSchema.shape;
  return tool(
    name,
    description,
    schema,
    async (input, call) => {
      const { signal } = call as ToolCall;
      const { content, isError } = await execute(input, { signal });
      return { content: [{ type: "text", text: JSON.stringify(content) }], isError };
    },
    { annotations: { title, readOnlyHint: readOnly } },
  );
}

/** What the SDK passes to a tool. */
interface ToolCall {
  readonly signal?: AbortSignal;
}
