import type { LanguageModel, ModelMessage, ModelPart } from "@agent-treasury/provider";
import type { AgentTool } from "@agent-treasury/treasury-core";

/** External effects in a test of turns, which survive every crash. */
export interface DoneOutside {
  /** Calls of the unrepeatable tool, by their keys. */
  readonly letters: readonly string[];
  /** Calls of the repeatable tool by their keys; only the first of a key has an effect. */
  readonly orders: readonly string[];
}

export interface TurnEffects {
  sendLetter(key: string): unknown;
  orderPart(key: string): unknown;
}

/** The shared environment of the processes in a test of turns. */
export interface TurnWorld extends DoneOutside {
  readonly tools: readonly AgentTool[];
  readonly model: LanguageModel;
}

const anything: AgentTool["parameters"] = {
  "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
};

/** The usage of each answer of the model. */
export const usageOfAnswer = { inputTokens: 100, outputTokens: 10 };

/** The model's answer to an incomplete conversation. */
export const confused = "I am confused.";

const spend = (amountUsd: number, purpose: string): string =>
  call("propose_spend", { amountUsd, vendor: "Paperhouse", purpose });

/**
 * The model's answers in order: it reads, sends a letter, orders, spends automatically, proposes a
 * spend, and ends.
 */
const answers: readonly { readonly text: string; readonly calls: number }[] = [
  {
    text: `<think>First I look.</think>${call("look_up")}${call("send_letter")}${call("order_part")}`,
    calls: 3,
  },
  { text: `I buy a pencil. ${spend(3, "a pencil")}${call("look_up")}`, calls: 2 },
  { text: `${spend(30, "paper")}${spend(25, "ink")}${call("send_letter")}`, calls: 3 },
  { text: `It was decided. ${call("order_part")}${call("send_letter")}`, calls: 2 },
  { text: "Done.", calls: 0 },
];

/** The number of answers in a turn. */
export const answersOfTurn: number = answers.length;

/** A model and tools for turns with every kind of step. */
export function turnWorld(): TurnWorld {
  const letters: string[] = [];
  const orders: string[] = [];
  const tools = turnTools({
    sendLetter: (key) => letters.push(key),
    orderPart: (key) => orders.push(key),
  });
  return { letters, orders, tools, model: turnModel() };
}

/** A read-only tool, an unrepeatable one, and a repeatable one. */
export function turnTools({ sendLetter, orderPart }: TurnEffects): readonly AgentTool[] {
  const told = {
    parameters: anything,
    parametersSchema: { type: "object" },
    description: "A test.",
  };
  return [
    { ...told, name: "look_up", effect: "read", execute: () => ({ sky: "clear" }) },
    {
      ...told,
      name: "send_letter",
      effect: "write",
      execute: (_input, { idempotencyKey }) => sendLetter(idempotencyKey),
    },
    {
      ...told,
      name: "order_part",
      effect: "write",
      repeatable: true,
      execute: (_input, { idempotencyKey }) => orderPart(idempotencyKey),
    },
  ];
}

/** Answers by the conversation's length, and detects a call without a result. */
export function turnModel(): LanguageModel {
  return {
    specificationVersion: "1",
    provider: "test",
    modelId: "turn-world",
    async *stream({ messages }): AsyncGenerator<ModelPart> {
      const given = messages.filter(({ role }) => role === "assistant").length;
      const text = isWhole(messages, given) ? answers[given]?.text : undefined;
      const half = Math.floor((text ?? confused).length / 2);
      yield { kind: "text", text: (text ?? confused).slice(0, half) };
      yield { kind: "text", text: (text ?? confused).slice(half) };
      yield { kind: "finish", reason: "stop", usage: usageOfAnswer };
    },
  };
}

/** Whether the conversation contains every answer unchanged, with one response per call. */
function isWhole(messages: readonly ModelMessage[], given: number): boolean {
  const spoken = messages.filter(({ role }) => role !== "system").slice(1);
  if (spoken.length !== 2 * given) return false;
  return answers.slice(0, given).every(({ text, calls }, index) => {
    const responses = spoken[2 * index + 1]?.content.split("<tool_response>").length ?? 0;
    const isDecided = spoken[2 * index + 1]?.content.includes('"status":"pending"') === false;
    return spoken[2 * index]?.content === text && responses - 1 === calls && isDecided;
  });
}

function call(name: string, given: object = {}): string {
  return `<tool_call>${JSON.stringify({ name, arguments: given })}</tool_call>`;
}
