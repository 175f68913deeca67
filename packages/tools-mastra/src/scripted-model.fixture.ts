import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import type { MastraModelConfig } from "@mastra/core/llm";

/** A text, or calls of tools. */
export type ScriptedAnswer = string | readonly LanguageModelV4ToolCall[];

export type RecordedCall = LanguageModelV4CallOptions & { tools?: LanguageModelV4FunctionTool[] };

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

export interface ScriptedModel {
  readonly model: MastraModelConfig;
  lastCall(): RecordedCall | undefined;
  results(): unknown[];
}

/** Returns a model that gives one answer per call, and what it was sent. */
export function scriptedModel(script: readonly ScriptedAnswer[]): ScriptedModel {
  const answers = [...script];
  const calls: RecordedCall[] = [];
  const next = (options: LanguageModelV4CallOptions): LanguageModelV4Content[] => {
    calls.push(options as RecordedCall);
    const answer = answers.shift();
    if (answer === undefined) throw new Error("The script has no more answers.");
    return typeof answer === "string" ? [{ type: "text", text: answer }] : [...answer];
  };
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "test",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate: async (options) => {
      const content = next(options);
      return { content, finishReason: finishOf(content), usage, warnings: [] };
    },
    doStream: async (options) => {
      const content = next(options);
      return { stream: new ReadableStream({ start: (out) => streamed(content, out) }) };
    },
  };
  const lastCall = (): RecordedCall | undefined => calls.at(-1);
  // Mastra repeats the types of the AI SDK, with another result of `doGenerate`.
  return {
    model: model as unknown as MastraModelConfig,
    lastCall,
    results: () => resultsIn(lastCall()),
  };
}

function finishOf(content: readonly LanguageModelV4Content[]) {
  const calls = content.some(({ type }) => type === "tool-call");
  return { unified: calls ? ("tool-calls" as const) : ("stop" as const), raw: undefined };
}

function streamed(
  content: readonly LanguageModelV4Content[],
  out: ReadableStreamDefaultController<LanguageModelV4StreamPart>,
): void {
  out.enqueue({ type: "stream-start", warnings: [] });
  for (const part of content) {
    if (part.type === "tool-call") out.enqueue(part);
    if (part.type !== "text") continue;
    out.enqueue({ type: "text-start", id: "text" });
    out.enqueue({ type: "text-delta", id: "text", delta: part.text });
    out.enqueue({ type: "text-end", id: "text" });
  }
  out.enqueue({ type: "finish", usage, finishReason: finishOf(content) });
  out.close();
}

/** Returns what the model read of its calls. */
function resultsIn(call: RecordedCall | undefined): unknown[] {
  return (call?.prompt ?? []).flatMap(({ role, content }) =>
    role === "tool"
      ? content.flatMap((part) =>
          part.type === "tool-result" && part.output.type === "json" ? [part.output.value] : [],
        )
      : [],
  );
}
