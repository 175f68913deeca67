import type { Tracer } from "@agent-treasury/provider";
import type { TurnTracing } from "../agent/turn-tracing.ts";
import { agentName, conventional, own } from "./attributes.ts";
import { markFailed, traceWork } from "./trace-work.ts";

const internal = 0;

/** Turns as spans, `invoke_agent`, with a span for each step. */
export function tracedTurns(tracer: Tracer): TurnTracing {
  return {
    turn: ({ turnId, workspaceId }, isResumed, work) => {
      const attributes = {
        [conventional.operation]: "invoke_agent",
        [conventional.agent]: agentName,
        [conventional.conversation]: turnId,
        [own.workspace]: workspaceId,
        [own.resumed]: isResumed,
      };
      const options = { kind: internal, attributes } as const;
      return traceWork(tracer, `invoke_agent ${agentName}`, options, async (span) => {
        const end = await work();
        span.setAttribute(own.outcome, end.kind);
        if (end.error !== null) markFailed(span, end.error);
        return end;
      });
    },
    step: (step, work) => {
      const options = { kind: internal, attributes: { [own.step]: step } } as const;
      return traceWork(tracer, "treasury.step", options, work);
    },
  };
}
