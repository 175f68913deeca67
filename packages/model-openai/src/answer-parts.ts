import type { ModelPart, ModelUsage } from "@agent-treasury/provider";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { BrokenAnswer, brokenByBody } from "./broken-answer.ts";
import type { ChatAnswer } from "./chat-client.ts";
import { CallCollector } from "./collect-calls.ts";
import type { SilenceLimit } from "./silence-limit.ts";

type FinishReason = Extract<ModelPart, { kind: "finish" }>["reason"];

/**
 * Yields the texts of an answer, then its calls, then the finish reason. Reasoning
 * (`reasoning_content`, `reasoning`) is left out.
 *
 * @throws BrokenAnswer, or an error of the SDK, when the answer is incomplete.
 */
export async function* answerParts(
  { data, response }: ChatAnswer,
  silence: SilenceLimit,
): AsyncGenerator<ModelPart> {
  if (isJson(response)) throw brokenByBody(await silence.during(response.text()));
  let reason: FinishReason | undefined;
  let refused = false;
  let usage: ModelUsage | null = null;
  const collector = new CallCollector();
  let chunks = 0;
  for await (const chunk of listen(data, silence)) {
    chunks += 1;
    usage = usageOf(chunk) ?? usage;
    // Compatible servers omit fields that the types require.
    const choice = chunk.choices?.[0];
    const { content, refusal } = choice?.delta ?? {};
    if (typeof refusal === "string" && refusal !== "") refused = true;
    for (const text of [content, refusal]) {
      if (typeof text === "string" && text !== "") yield { kind: "text", text };
    }
    const isTooMuch = choice?.delta?.tool_calls?.some((call) => !collector.add(call)) ?? false;
    reason = isTooMuch ? "length" : (finishReason(choice?.finish_reason) ?? reason);
    if (isTooMuch) break;
  }
  if (reason === undefined) {
    throw new BrokenAnswer(
      chunks === 0
        ? "sent no chat completion; check OPENAI_BASE_URL, which usually ends in /v1"
        : "ended its response before the answer was complete",
    );
  }
  for (const call of collector.calls()) yield { kind: "call", call };
  yield { kind: "finish", reason: refused ? "refusal" : reason, usage };
}

async function* listen(
  data: AsyncIterable<ChatCompletionChunk>,
  silence: SilenceLimit,
): AsyncGenerator<ChatCompletionChunk> {
  const chunks = data[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await silence.during(chunks.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Ends the request when the reader stops early.
    await chunks.return?.();
  }
}

function finishReason(reason: string | null | undefined): FinishReason | undefined {
  switch (reason) {
    case undefined:
    case null:
    case "":
      return undefined;
    case "length":
      return "length";
    case "content_filter":
      return "refusal";
    case "error":
      throw new BrokenAnswer("failed while sending the answer");
    default:
      return "stop";
  }
}

function usageOf({ usage }: ChatCompletionChunk): ModelUsage | undefined {
  if (typeof usage?.prompt_tokens !== "number" || typeof usage.completion_tokens !== "number") {
    return undefined;
  }
  return { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens };
}

function isJson(response: Response): boolean {
  return /^application\/(\S+\+)?json\b/i.test(response.headers.get("content-type") ?? "");
}
