import type { EndpointAnswer } from "./model-endpoint.ts";

/** Tokens of one call, in the terms of the price list: the totals contain their parts. */
export interface CallTokens {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

export type ProviderApi = "chat" | "responses" | "messages";

export interface ScriptedCall {
  readonly tokens: CallTokens;
  readonly stream: boolean;
  /** Calls this tool rather than answering with a text. */
  readonly tool?: string;
  /** Of the call of the tool, in chat completions. Default: none. */
  readonly toolArguments?: object;
  /** Ends a stream after its first text. */
  readonly then?: "hang" | "cut";
}

/** Returns the answer of a provider to one call. */
export function providerAnswer(api: ProviderApi, call: ScriptedCall): EndpointAnswer {
  const { events, json } = answers[api](call);
  if (!call.stream) return { json };
  if (call.then === undefined) return { events };
  const first = events.findIndex((event) => JSON.stringify(event).includes('"Hi"'));
  return { events: events.slice(0, first + 1), then: call.then };
}

type Answers = (call: ScriptedCall) => { readonly json: object; readonly events: unknown[] };

const answers: Readonly<Record<ProviderApi, Answers>> = {
  chat: ({ tokens, tool, toolArguments = {} }) => {
    const usage = {
      prompt_tokens: tokens.input,
      completion_tokens: tokens.output,
      total_tokens: tokens.input + tokens.output,
      prompt_tokens_details: { cached_tokens: tokens.cacheRead, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: tokens.reasoning, audio_tokens: 0 },
    };
    const about = { id: "chatcmpl-1", created: 1_795_000_000, model: "test-model" };
    const calls =
      tool === undefined
        ? undefined
        : [
            {
              id: "call_1",
              type: "function",
              function: { name: tool, arguments: JSON.stringify(toolArguments) },
            },
          ];
    const finish = tool === undefined ? "stop" : "tool_calls";
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      ...about,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason }],
    });
    return {
      json: {
        ...about,
        object: "chat.completion",
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: calls ? null : "Hi there", tool_calls: calls },
            finish_reason: finish,
          },
        ],
        usage,
      },
      events: [
        chunk({ role: "assistant", content: "" }),
        chunk(
          calls ? { tool_calls: calls.map((one) => ({ index: 0, ...one })) } : { content: "Hi" },
        ),
        chunk(calls ? {} : { content: " there" }),
        chunk({}, finish),
        { ...about, object: "chat.completion.chunk", choices: [], usage },
        "[DONE]",
      ],
    };
  },

  responses: ({ tokens, tool }) => {
    const usage = {
      input_tokens: tokens.input,
      input_tokens_details: { cached_tokens: tokens.cacheRead },
      output_tokens: tokens.output,
      output_tokens_details: { reasoning_tokens: tokens.reasoning },
      total_tokens: tokens.input + tokens.output,
    };
    const text = { type: "output_text", text: "Hi there", annotations: [] };
    const item =
      tool === undefined
        ? { id: "msg_1", type: "message", role: "assistant", status: "completed", content: [text] }
        : {
            id: "fc_1",
            type: "function_call",
            call_id: "call_1",
            name: tool,
            arguments: "{}",
            status: "completed",
          };
    const response = {
      id: "resp_1",
      object: "response",
      created_at: 1_795_000_000,
      model: "test-model",
      status: "completed",
      error: null,
      incomplete_details: null,
      output: [item],
      usage,
    };
    const running = { ...response, status: "in_progress", output: [], usage: null };
    const started = { ...item, status: "in_progress", content: [] };
    const at = { item_id: item.id, output_index: 0, content_index: 0 };
    const events = [
      { type: "response.created", response: running },
      { type: "response.output_item.added", output_index: 0, item: started },
      ...(tool === undefined
        ? [
            { type: "response.output_text.delta", ...at, delta: "Hi", logprobs: [] },
            { type: "response.output_text.delta", ...at, delta: " there", logprobs: [] },
          ]
        : [{ type: "response.function_call_arguments.done", ...at, arguments: "{}" }]),
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response },
    ];
    return {
      json: response,
      events: events.map((one, index) => ({ ...one, sequence_number: index })),
    };
  },

  messages: ({ tokens, tool }) => {
    const usage = {
      input_tokens: tokens.input - tokens.cacheRead - tokens.cacheWrite,
      cache_creation_input_tokens: tokens.cacheWrite,
      cache_read_input_tokens: tokens.cacheRead,
      cache_creation: {
        ephemeral_5m_input_tokens: tokens.cacheWrite,
        ephemeral_1h_input_tokens: 0,
      },
      output_tokens: tokens.output,
      service_tier: "standard",
    };
    const about = { id: "msg_1", type: "message", role: "assistant", model: "test-model" };
    const block =
      tool === undefined
        ? { type: "text", text: "Hi there" }
        : { type: "tool_use", id: "toolu_1", name: tool, input: {} };
    const stop = { stop_reason: tool === undefined ? "end_turn" : "tool_use", stop_sequence: null };
    const first = tool === undefined ? { type: "text", text: "" } : block;
    return {
      json: { ...about, content: [block], ...stop, usage },
      events: [
        {
          type: "message_start",
          message: {
            ...about,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { ...usage, output_tokens: 1 },
          },
        },
        { type: "content_block_start", index: 0, content_block: first },
        ...(tool === undefined
          ? [
              { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
              {
                type: "content_block_delta",
                index: 0,
                delta: { type: "text_delta", text: " there" },
              },
            ]
          : [
              {
                type: "content_block_delta",
                index: 0,
                delta: { type: "input_json_delta", partial_json: "{}" },
              },
            ]),
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: stop, usage: { output_tokens: tokens.output } },
        { type: "message_stop" },
      ],
    };
  },
};

/** USD per million tokens of `test-model`. */
export const testPrices = {
  inputPerMillion: 1.25,
  outputPerMillion: 10,
  cacheReadPerMillion: 0.125,
  cacheWritePerMillion: 1.5625,
} as const;

/** What a provider with `testPrices` charges for one call, rounded up to a micro-dollar. */
export function testCostMicros({ input, cacheRead, cacheWrite, output }: CallTokens): bigint {
  const plain = BigInt(input - cacheRead - cacheWrite);
  const tenThousandths =
    plain * 12_500n +
    BigInt(cacheRead) * 1_250n +
    BigInt(cacheWrite) * 15_625n +
    BigInt(output) * 100_000n;
  return (tenThousandths + 9_999n) / 10_000n;
}
