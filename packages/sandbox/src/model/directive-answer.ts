import type { ModelMessage } from "@agent-treasury/provider";
import { readConversation } from "./conversation.ts";
import { isWaiting, describeResponse } from "./describe-response.ts";
import { type DirectiveStep, readDirective } from "./directive.ts";

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const standInNote =
  "(This answer comes from the scripted stand-in, which is not a language model.)";

const whatItUnderstands =
  'I understand: "buy <what> from <vendor> for $12", "pay <vendor> $12 for <what>", "spend $12 at <vendor> on <what>", "fetch <https://…> for <purpose>", "run `<command>`" and "how much is left". You can join several with "then".';

/** Returns the next answer of a turn: the next tool call, or a summary of the results. */
export function directiveAnswer(messages: readonly ModelMessage[]): string {
  const { directive, responses, tools } = readConversation(messages);
  const steps = readDirective(directive);
  if (steps.every(({ kind }) => kind === "unknown")) {
    return `I am a scripted stand-in, not a language model, and I cannot follow this message. ${plain(whatItUnderstands)}`;
  }
  const calls = steps.flatMap((step) => callFor(step, tools) ?? []);
  const next = calls[responses.length];
  if (next !== undefined && !responses.some(isWaiting)) {
    return callText(next, responses.length + 1, calls.length);
  }
  const unsaid = calls.length - responses.length;
  return [
    ...responses.map(describeResponse),
    ...steps.flatMap((step) => refusal(step, tools) ?? []),
    ...(unsaid > 0
      ? [`I did not continue with the remaining ${unsaid === 1 ? "step" : "steps"}.`]
      : []),
    standInNote,
  ].join(" ");
}

function callFor(step: DirectiveStep, tools: readonly string[]): ToolCall | undefined {
  switch (step.kind) {
    case "spend": {
      const { amountUsd, vendor, purpose } = step;
      return { name: "propose_spend", arguments: { amountUsd, vendor, purpose } };
    }
    case "balance":
      return { name: "check_treasury", arguments: {} };
    case "run":
      return tools.includes("run_command")
        ? { name: "run_command", arguments: { command: step.command } }
        : undefined;
    case "fetch":
      return tools.includes("fetch_paid")
        ? { name: "fetch_paid", arguments: { url: step.url, purpose: step.purpose } }
        : undefined;
    case "unknown":
      return undefined;
  }
}

function refusal(step: DirectiveStep, tools: readonly string[]): string | undefined {
  if (step.kind === "unknown") return "I did not understand one of the steps.";
  if (step.kind === "run" && !tools.includes("run_command")) {
    return "I did not run the command: the run_command tool is not available.";
  }
  if (step.kind === "fetch" && !tools.includes("fetch_paid")) {
    return "I did not request the address: the fetch_paid tool is not available.";
  }
  return undefined;
}

function callText(call: ToolCall, step: number, steps: number): string {
  // Escaped so that the user's text cannot end the call or begin another.
  const json = JSON.stringify(call).replaceAll("<", "\\u003c");
  return `<think>Scripted stand-in: step ${step} of ${steps} calls ${call.name}.</think>\n<tool_call>${json}</tool_call>`;
}

function plain(text: string): string {
  return text.replaceAll("<", "[").replaceAll(">", "]");
}
