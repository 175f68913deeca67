import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Options, type SDKMessage, query } from "@anthropic-ai/claude-agent-sdk";
import {
  type EndpointAnswer,
  type EndpointRequest,
  modelEndpoint,
} from "../meters/model-endpoint.ts";

export { modelEndpoint };

/** A part of an answer. A promise delays this part and those after it. */
export type ScriptedPart = string | { readonly id: string; readonly spend: object };
export type ScriptedAnswer = readonly (ScriptedPart | Promise<ScriptedPart>)[];

export interface ScriptedQuery {
  /** Where the SDK keeps its sessions. */
  readonly folder: string;
  readonly prompt: string;
  readonly options: Options;
  /** One answer per request of the model. */
  readonly script: readonly ScriptedAnswer[];
  /** Of each answer. */
  readonly tokens?: ScriptedTokens | undefined;
}

export interface ScriptedTokens {
  readonly input: number;
  readonly output: number;
}

export interface ScriptedRun {
  readonly messages: readonly SDKMessage[];
  readonly requests: readonly EndpointRequest[];
  /** What the tools returned, each as JSON or the text of an error. */
  readonly read: readonly string[];
  /** Why the SDK rejected, if it did. */
  readonly failure: unknown;
}

export function sessionsFolder(): string {
  return mkdtempSync(join(tmpdir(), "treasury-claude-"));
}

/** The environment of the SDK's binary, with a provider on this machine. */
export function claudeEnvironment(folder: string, url: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    CLAUDE_CONFIG_DIR: join(folder, ".claude"),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "sk-test",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
}

/** Runs the SDK's binary with a scripted provider, until its last message. */
export async function scriptedRun({
  folder,
  prompt,
  options,
  script,
  tokens,
}: ScriptedQuery): Promise<ScriptedRun> {
  const endpoint = await modelEndpoint((_, index) =>
    claudeAnswer(script[index] ?? ["Done."], tokens),
  );
  const messages: SDKMessage[] = [];
  let failure: unknown = null;
  try {
    const given = {
      model: "claude-sonnet-4-5",
      tools: [],
      settingSources: [],
      cwd: folder,
      env: claudeEnvironment(folder, endpoint.url),
    };
    for await (const message of query({ prompt, options: { ...given, ...options } })) {
      messages.push(message);
    }
  } catch (error) {
    failure = error;
  } finally {
    await endpoint.close();
  }
  return { messages, requests: endpoint.requests, read: messages.flatMap(resultsIn), failure };
}

export function claudeAnswer(
  parts: ScriptedAnswer,
  tokens: ScriptedTokens = { input: 100, output: 20 },
): EndpointAnswer {
  const hasCall = parts.some((part) => typeof part !== "string");
  const usage = {
    input_tokens: tokens.input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const message = {
    id: `msg_${crypto.randomUUID()}`,
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
  const stop_reason = hasCall ? "tool_use" : "end_turn";
  return {
    events: [
      { type: "message_start", message },
      ...parts.flatMap(blockEvents),
      {
        type: "message_delta",
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: tokens.output },
      },
      { type: "message_stop" },
    ],
  };
}

function blockEvents(part: ScriptedPart | Promise<ScriptedPart>, index: number): unknown[] {
  const later = (event: (known: ScriptedPart) => object): unknown =>
    part instanceof Promise ? part.then(event) : event(part);
  return [
    later((known) => ({
      type: "content_block_start",
      index,
      content_block:
        typeof known === "string"
          ? { type: "text", text: "" }
          : { type: "tool_use", id: known.id, name: "mcp__treasury__propose_spend", input: {} },
    })),
    later((known) => ({
      type: "content_block_delta",
      index,
      delta:
        typeof known === "string"
          ? { type: "text_delta", text: known }
          : { type: "input_json_delta", partial_json: JSON.stringify(known.spend) },
    })),
    { type: "content_block_stop", index },
  ];
}

export function resultsIn(message: SDKMessage): string[] {
  if (message.type !== "user" || typeof message.message.content === "string") return [];
  return message.message.content.flatMap((block) => {
    if (block.type !== "tool_result") return [];
    const { content } = block;
    if (typeof content === "string") return [content];
    return (content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : []));
  });
}
