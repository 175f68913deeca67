import {
  isTreasuryError,
  type Span,
  type SpanOptions,
  type Tracer,
} from "@agent-treasury/provider";

/** OpenTelemetry's conventions for generative AI are in development and may change. Those for databases are stable. */
export const conventional = {
  operation: "gen_ai.operation.name",
  agent: "gen_ai.agent.name",
  conversation: "gen_ai.conversation.id",
  provider: "gen_ai.provider.name",
  model: "gen_ai.request.model",
  maximumTokens: "gen_ai.request.max_tokens",
  finishReasons: "gen_ai.response.finish_reasons",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  tool: "gen_ai.tool.name",
  toolCall: "gen_ai.tool.call.id",
  toolType: "gen_ai.tool.type",
  error: "error.type",
  database: "db.system.name",
  databaseNamespace: "db.namespace",
  databaseOperation: "db.operation.name",
} as const;

/** Names that the conventions do not define. */
export const own = {
  workspace: "treasury.workspace.id",
  step: "treasury.step",
  resumed: "treasury.turn.resumed",
  outcome: "treasury.turn.outcome",
  toolOk: "treasury.tool.ok",
  toolEffect: "treasury.tool.effect",
  storage: "treasury.storage",
  commits: "treasury.commits",
  undone: "treasury.commits.undone",
} as const;

export const agentName = "treasury";

const failed = 2;

export function traceWork<Result>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Records only the code, because an error's message may contain sensitive data. */
export function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: failed });
  span.setAttribute(conventional.error, errorTypeOf(error));
}

function errorTypeOf(error: unknown): string {
  if (isTreasuryError(error)) return error.code;
  return error instanceof Error ? error.name : "_OTHER";
}
