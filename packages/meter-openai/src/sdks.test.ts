import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { type MeteredClient, type MeteredClientOptions, meterScenarios } from "test-suites/meters";
import { describe, expect, it } from "vitest";
import { meteredFetch } from "./index.ts";

const prompt = "Say hi.";
const emptySchema = { type: "object", properties: {}, additionalProperties: false } as const;
const apiKey = "unused";

function openai({ url, meter }: MeteredClientOptions): OpenAI {
  const fetch = meteredFetch(meter);
  return new OpenAI({ apiKey, baseURL: `${url}/v1`, fetch, logLevel: "off" });
}

function anthropic({ url, meter }: MeteredClientOptions): Anthropic {
  const fetch = meteredFetch(meter);
  return new Anthropic({ apiKey, baseURL: url, fetch, logLevel: "off" });
}

const chat: MeteredClient = {
  name: "openai, chat completions",
  api: "chat",
  async generate(options) {
    const { choices } = await openai(options).chat.completions.create({
      model: "test-model",
      max_completion_tokens: options.limit,
      messages: [{ role: "user", content: prompt }],
    });
    return choices[0]?.message.content ?? "";
  },
  async stream(options, abort = false) {
    const stream = await openai(options).chat.completions.create({
      model: "test-model",
      max_completion_tokens: options.limit,
      messages: [{ role: "user", content: prompt }],
      stream: true,
    });
    let text = "";
    for await (const { choices } of stream) {
      text += choices[0]?.delta.content ?? "";
      if (abort && text !== "") break;
    }
    return text;
  },
  async loop(options) {
    const runner = openai(options).chat.completions.runTools({
      model: "test-model",
      max_completion_tokens: options.limit,
      messages: [{ role: "user", content: prompt }],
      tools: [
        {
          type: "function",
          function: {
            name: "look",
            description: "Looks.",
            parameters: emptySchema,
            parse: JSON.parse,
            function: () => "seen",
          },
        },
      ],
    });
    return (await runner.finalContent()) ?? "";
  },
};

const responses: MeteredClient = {
  name: "openai, responses",
  api: "responses",
  async generate(options) {
    const answer = await openai(options).responses.create({
      model: "test-model",
      max_output_tokens: options.limit,
      input: prompt,
    });
    return answer.output_text;
  },
  async stream(options, abort = false) {
    const stream = await openai(options).responses.create({
      model: "test-model",
      max_output_tokens: options.limit,
      input: prompt,
      stream: true,
    });
    let text = "";
    for await (const event of stream) {
      if (event.type === "response.output_text.delta") text += event.delta;
      if (abort && text !== "") break;
    }
    return text;
  },
  async loop(options) {
    const client = openai(options);
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: prompt }];
    for (;;) {
      const { output, output_text } = await client.responses.create({
        model: "test-model",
        max_output_tokens: options.limit,
        input,
        store: false,
        tools: [{ type: "function", name: "look", parameters: emptySchema, strict: true }],
      });
      const call = output.find((item) => item.type === "function_call");
      if (call === undefined) return output_text;
      input.push(call, { type: "function_call_output", call_id: call.call_id, output: "seen" });
    }
  },
};

const messages: MeteredClient = {
  name: "anthropic, messages",
  api: "messages",
  async generate(options) {
    const { content } = await anthropic(options).messages.create({
      model: "test-model",
      max_tokens: options.limit,
      messages: [{ role: "user", content: prompt }],
    });
    return content[0]?.type === "text" ? content[0].text : "";
  },
  async stream(options, abort = false) {
    const stream = anthropic(options).messages.stream({
      model: "test-model",
      max_tokens: options.limit,
      messages: [{ role: "user", content: prompt }],
    });
    let text = "";
    for await (const event of stream) {
      if (event.type !== "content_block_delta" || event.delta.type !== "text_delta") continue;
      text += event.delta.text;
      if (abort) break;
    }
    return text;
  },
  async loop(options) {
    const client = anthropic(options);
    const history: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
    for (;;) {
      const { content } = await client.messages.create({
        model: "test-model",
        max_tokens: options.limit,
        messages: history,
        tools: [{ name: "look", input_schema: { type: "object", properties: {} } }],
      });
      const call = content.find((block) => block.type === "tool_use");
      if (call === undefined) return content[0]?.type === "text" ? content[0].text : "";
      history.push(
        { role: "assistant", content },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: call.id, content: "seen" }],
        },
      );
    }
  },
};

for (const client of [chat, responses, messages]) meterScenarios({ describe, it, expect }, client);
