import {
  type CallBounds,
  CallContent,
  isCount,
  isFields,
  jsonOf,
} from "@agent-treasury/meter-openai/helpers";
import type { wrapLanguageModel } from "ai";

/** A language model of a provider. */
export type ProviderModel = ReturnType<typeof wrapLanguageModel>;
export type CallOptions = Parameters<ProviderModel["doGenerate"]>[0];

/** Budgets of thinking that providers of the AI SDK add to the limit by default. */
const defaultThinkingTokens = 1_024;

/** Reads what bounds the cost of a call. */
export function callBounds(params: CallOptions, { provider }: ProviderModel): CallBounds {
  const { prompt, tools = [], toolChoice, responseFormat, providerOptions = {} } = params;
  const content = new CallContent();
  content.parts(prompt);
  content.tools(tools.map((tool) => (tool.type === "provider" ? tool.id : tool.type)));
  let choices = 1;
  for (const { n = 1, model, ...options } of Object.values(providerOptions)) {
    if (isCount(n)) choices = Math.max(choices, n);
    else content.fields({ "invalid n": n });
    content.fields({ ...options, "another model": model });
  }
  const json = jsonOf({ prompt, tools, toolChoice, responseFormat, providerOptions });
  return content.bounds(json, outputLimit(params, provider), choices);
}

/** Providers may send options in place of the fields with these names. */
const limitName = /^max_?(?:completion_?|output_?)?tokens$/i;

/** Returns undefined if the limit is the model's own. */
function outputLimit(params: CallOptions, provider: string): number | undefined {
  const { maxOutputTokens, reasoning = "none", providerOptions = {} } = params;
  const options = Object.values(providerOptions);
  const named = options.flatMap((one) => Object.entries(one));
  const others = named.filter(([name]) => limitName.test(name)).map(([, limit]) => limit);
  const sent = [maxOutputTokens, ...others].filter(isCount);
  // Other providers may add a part of the model's maximum for reasoning.
  const isWithinLimit =
    reasoning === "none" ||
    reasoning === "provider-default" ||
    /^(?:openai|azure|google)\b/.test(provider);
  if (sent.length === 0 || !isWithinLimit) return undefined;
  return options.reduce((sum, { thinking }) => sum + addedTokens(thinking), Math.max(...sent));
}

/** The tokens of thinking that the AI SDK adds to the limit. */
function addedTokens(thinking: unknown): number {
  if (!isFields(thinking) || thinking["type"] !== "enabled") return 0;
  const { budgetTokens } = thinking;
  return isCount(budgetTokens) ? budgetTokens : defaultThinkingTokens;
}
