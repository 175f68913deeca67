import type { JudgeAnswer, JudgeRequest, Judge } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { callFailure } from "../call-failure.ts";
import { type ChatCallOptions, refuseRedirects } from "../chat-client.ts";
import { contentParts } from "../content-parts.ts";
import { upstreamError } from "../upstream-error.ts";
import { type SafetyConnection, connectSafely, modelNameOf } from "./connect-safely.ts";
import { llamaGuard } from "./llama-guard.ts";
import { readModeration } from "./moderation.ts";
import { nemotron } from "./nemotron.ts";
import { defaultPolicy, safeguard } from "./safeguard.ts";
import type { OpenaiJudgeOptions } from "./safety-options.ts";
import type { ChatProtocol, ReadingOptions, SafetyProtocolName } from "./safety-protocol.ts";

/** The treasury's own timeout is shorter, unless a deployment raises it. */
const longestWaitSeconds = 60;

const optionNames: NamesOf<OpenaiJudgeOptions> = {
  model: true,
  protocol: true,
  unsafe: true,
  policy: true,
  apiKey: true,
  baseUrl: true,
  client: true,
  maximumRetries: true,
};

/**
 * A judge behind any OpenAI-compatible endpoint: Llama Guard, Nemotron Safety Guard,
 * gpt-oss-safeguard, any model that follows a written policy, or OpenAI's moderation.
 *
 * `judge` resolves with null for an answer outside the model's exact format, such as a page or
 * an empty body, and when the endpoint rejects the text (400, 413, 422). It rejects with a `TreasuryError`:
 * `model_not_connected` when a key, the model's name or its protocol is missing, `model_failed`
 * when the endpoint fails.
 *
 * @example const judge = openaiJudge({ model: "llama-guard3:8b", baseUrl:
 * "http://localhost:11434/v1" });
 */
export function openaiJudge(options: OpenaiJudgeOptions = {}): Judge {
  checkOptions("openaiJudge", options, optionNames);
  let connection: SafetyConnection | undefined;
  return {
    specificationVersion: "1",
    provider: "openai",
    get modelId(): string {
      return modelNameOf(options) ?? "unnamed";
    },
    judge: async (request) => {
      connection ??= connectSafely(options);
      return ask(connection, request, options);
    },
  };
}

const refusedText: ReadonlySet<number> = new Set([400, 413, 422]);

async function ask(
  connection: SafetyConnection,
  request: JudgeRequest,
  options: OpenaiJudgeOptions,
): Promise<JudgeAnswer | null> {
  const { client, model, secret, protocol } = connection;
  const { unsafe = "review", policy = defaultPolicy, maximumRetries = 1 } = options;
  const call = {
    signal: request.signal,
    timeout: longestWaitSeconds * 1_000,
    maxRetries: maximumRetries,
    fetchOptions: refuseRedirects,
  };
  try {
    if (protocol === "moderation") {
      const answer = await client.moderations.create({ model, input: request.text }, call);
      return readModeration(answer, { unsafe });
    }
    return await askChat(connection, chatProtocol(protocol, policy), request, call, { unsafe });
  } catch (error) {
    request.signal.throwIfAborted();
    // Endpoints reject texts with their own filters, which is not a failure of the endpoint.
    if (refusedText.has(upstreamError(error, []).status ?? 0)) return null;
    // The body is a page or empty, although the status is 200.
    if (nameOf(error) === "SyntaxError") return null;
    throw callFailure(error, {
      model,
      modelSetting: "SAFETY_MODEL",
      secret,
      timeoutSeconds: longestWaitSeconds,
      wasSilent: false,
    });
  }
}

async function askChat(
  { client, model, isOpenai }: SafetyConnection,
  { messages, read, maximumTokens }: ChatProtocol,
  { text }: JudgeRequest,
  call: ChatCallOptions,
  reading: ReadingOptions,
): Promise<JudgeAnswer | null> {
  const answer: unknown = await client.chat.completions.create(
    {
      model,
      messages: messages(text),
      // OpenAI's reasoning models accept no temperature. Elsewhere 0 makes answers repeatable.
      ...(isOpenai
        ? { max_completion_tokens: maximumTokens }
        : { max_tokens: maximumTokens, temperature: 0 }),
    },
    call,
  );
  // The SDK returns the text of a page, and undefined for an empty body.
  const { choices } = Object(answer) as { choices?: unknown };
  const choice: unknown = Array.isArray(choices) && choices.length === 1 ? choices[0] : null;
  const { finish_reason: finish, message } = (choice ?? {}) as {
    finish_reason?: unknown;
    message?: { content?: unknown };
  };
  const content = textOf(message?.content);
  // The missing part of a truncated answer could change its meaning.
  return finish === "stop" && content !== null ? read(content, reading) : null;
}

/** The text without thoughts. Null without text, or with a part of an unknown kind. */
function textOf(content: unknown): string | null {
  const parts = contentParts(content).filter(({ kind }) => kind !== "reasoning");
  const isText = parts.length > 0 && parts.every(({ kind }) => kind === "text");
  return isText ? parts.map(({ text }) => text).join("") : null;
}

/** The app's client may come from another copy of the SDK. */
function nameOf(error: unknown): unknown {
  return (Object(error) as { name?: unknown }).name;
}

function chatProtocol(
  name: Exclude<SafetyProtocolName, "moderation">,
  policy: string,
): ChatProtocol {
  switch (name) {
    case "llama_guard":
      return llamaGuard;
    case "nemotron":
      return nemotron;
    case "safeguard":
      return safeguard(policy);
  }
}
