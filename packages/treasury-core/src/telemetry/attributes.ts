/**
 * Names of OpenTelemetry's conventions for generative AI. They are in development there and may change;
 * this is the one place that has them.
 */
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
} as const;

/** Names of our own, for what the conventions have none. */
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

/** The agent's name in traces. */
export const agentName = "treasury";
