import type { Model } from "@openai/agents";
import {
  ScriptedModel,
  assistantMessage,
  functionCall,
  modelResponder,
} from "@openai/agents/testing";

const spend = { amountUsd: 40, vendor: "Acme", purpose: "a lamp" };

/** Proposes one spend, then reports its outcome. */
export function modelWithoutKey(): Model {
  const answer = modelResponder(({ request }) => {
    const input = typeof request.input === "string" ? [] : request.input;
    const result = input.find(({ type }) => type === "function_call_result");
    if (result === undefined) return [functionCall("propose_spend", spend, { callId: "lamp" })];
    const { text } = (result as { output: { text: string } }).output;
    const { status, comment } = JSON.parse(text) as Record<string, string | null>;
    return [assistantMessage(`The lamp is ${status}.${comment === null ? "" : ` ${comment}`}`)];
  });
  return new ScriptedModel([answer, answer]);
}
