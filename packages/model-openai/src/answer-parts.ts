import type { ModelPart, ModelUsage } from "@agent-treasury/provider";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { BrokenAnswer, brokenByBody } from "./broken-answer.ts";
import type { ChatAnswer } from "./chat-client.ts";
import { CallCollector } from "./collect-calls.ts";
import { contentParts } from "./content-parts.ts";
import type { SilenceLimit } from "./silence-limit.ts";
import { TextBesideAnswer } from "./text-beside-answer.ts";

type FinishReason = Extract<ModelPart, { kind: "finish" }>["reason"];

/**
 * Yields the texts of an answer, then its calls, then the finish reason. Reasoning
 * (`reasoning_content`, `reasoning`, thoughts in `content`) is left out, unless the answer is empty.
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
  let hasText = false;
  let usage: ModelUsage | null = null;
  const collector = new CallCollector();
  const beside = new TextBesideAnswer();
  let chunks = 0;
  for await (const chunk of listen(data, silence)) {
    chunks += 1;
    usage = usageOf(chunk) ?? usage;
    // Compatible servers omit fields that the types require.
    const choice = chunk.choices?.[0];
    const { content, refusal } = choice?.delta ?? {};
    beside.add(choice?.delta);
    const refusals = contentParts([{ type: "refusal", refusal }]);
    for (const { kind, text } of [...contentParts(content), ...refusals]) {
      if (kind === "reasoning") beside.addReasoning(text);
      if (text === "" || kind === "reasoning") continue;
      if (kind === "refusal") refused = true;
      hasText ||= text.trim() !== "";
      yield { kind: "text", text };
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
  const calls = collector.calls();
  for (const call of calls) yield { kind: "call", call };
  const more = beside.after(hasText || calls.length > 0);
  yield { kind: "finish", reason: refused ? "refusal" : reason, usage, ...more };
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
  switch (reason?.toLowerCase()) {
    case undefined:
    case "":
      return undefined;
    case "length":
    case "max_tokens":
    case "max_output_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "content_filter":
    case "content_filtered":
    case "refusal":
    case "safety":
    case "prohibited_content":
    case "recitation":
    case "blocklist":
    case "spii":
    case "sensitive":
    case "guardrail_intervened":
      return "refusal";
    case "error":
    case "abort":
    case "insufficient_system_resource":
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
