import type {
  LanguageModel,
  ModelPart,
  ModelRequest,
  Span,
  Tracer,
} from "@agent-treasury/provider";
import { conventional } from "./attributes.ts";
import { markFailed } from "./trace-work.ts";

const client = 2;

/**
 * A model whose calls are spans, `chat`, from the question to the end of the answer. What it says of itself
 * is asked for each time, as without a trace: it may have come from the environment by then.
 */
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
