import type {
  LanguageModel,
  ModelPart,
  ModelRequest,
  Span,
  Tracer,
} from "@agent-treasury/provider";
import type { TurnTool } from "../../kernel/turn-tool.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import { type AgentSettings, type TurnTracing, untraced } from "../agent/index.ts";
import { agentName, conventional, markFailed, own, traceWork } from "./spans.ts";

const internal = 0;
const client = 2;

/** What runs turns, with spans if there is a tracer. */
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

/** `modelId` and `toolCalls` are read for each call, because the environment may set them later. */
export function tracedModel(model: LanguageModel, tracer: Tracer): LanguageModel {
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    get modelId() {
      return model.modelId;
    },
    get toolCalls() {
      return model.toolCalls ?? "markup";
    },
    isMetered: model.isMetered === true,
    stream: (request) => traced(model, request, tracer),
  };
}

async function* traced(
  model: LanguageModel,
  request: ModelRequest,
  tracer: Tracer,
): AsyncGenerator<ModelPart, void, undefined> {
  const span = tracer.startSpan(`chat ${model.modelId}`, {
    kind: client,
    attributes: {
      [conventional.operation]: "chat",
      [conventional.provider]: model.provider,
      [conventional.model]: model.modelId,
      [conventional.maximumTokens]: request.maximumOutputTokens,
    },
  });
  try {
    for await (const part of model.stream(request)) {
      if (part.kind === "finish") noteFinish(span, part);
      yield part;
    }
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function noteFinish(span: Span, { reason, usage }: ModelPart & { readonly kind: "finish" }): void {
  span.setAttribute(conventional.finishReasons, [reason]);
  if (usage === null) return;
  span.setAttribute(conventional.inputTokens, usage.inputTokens);
  span.setAttribute(conventional.outputTokens, usage.outputTokens);
}

/** Omits arguments and results. */
function tracedTool(tool: TurnTool, tracer: Tracer): TurnTool {
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

function tracedTurns(tracer: Tracer): TurnTracing {
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
