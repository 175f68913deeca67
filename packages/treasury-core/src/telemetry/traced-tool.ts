import type { Tracer } from "@agent-treasury/provider";
import type { TurnTool } from "../agent/tools/turn-tool.ts";
import { conventional, own } from "./attributes.ts";
import { traceWork } from "./trace-work.ts";

const internal = 0;

/** A tool whose runs are spans, `execute_tool`. Neither its arguments nor its answer is in them. */
export function tracedTool(tool: TurnTool, tracer: Tracer): TurnTool {
  return {
    ...tool,
    run: (callArguments, context) =>
      traceWork(
        tracer,
        `execute_tool ${tool.name}`,
        {
          kind: internal,
          attributes: {
            [conventional.operation]: "execute_tool",
            [conventional.tool]: tool.name,
            [conventional.toolType]: "function",
            [conventional.toolCall]: context.callId,
            [own.toolEffect]: tool.effect,
          },
        },
        async (span) => {
          const outcome = await tool.run(callArguments, context);
          span.setAttribute(own.toolOk, outcome.ok);
          return outcome;
        },
      ),
  };
}
