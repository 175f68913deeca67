import type { ModelCall, ModelMessage, ToolCalling } from "@agent-treasury/provider";
import { escapedJson, toolResponse } from "@agent-treasury/tool-call-markup/text";
import type { AnsweredCall, AnsweredRecord } from "./turn-record.ts";

export type OpenCall = Extract<AnsweredCall, { kind: "call" }> & {
  /** The call may have run before a crash. */
  readonly wasBegun: boolean;
};

export class OpenAnswer {
  readonly answered: AnsweredRecord;
  proseWasShown = false;
  readonly #begun: Set<string> = new Set();
  readonly #results: Map<string, { readonly tool: string; readonly result: unknown }> = new Map();

  constructor(answered: AnsweredRecord) {
    this.answered = answered;
  }

  begin(callId: string): void {
    this.#begun.add(callId);
  }

  conclude(callId: string, tool: string, result: unknown): void {
    this.#results.set(callId, { tool, result });
  }

  get openCall(): OpenCall | null {
    for (const call of this.answered.calls) {
      if (call.kind === "call" && !this.#results.has(call.callId)) {
        return { ...call, wasBegun: this.#begun.has(call.callId) };
      }
    }
    return null;
  }

  nameOf(callId: string): string | null {
    const calls = this.answered.calls.filter((call) => call.kind === "call");
    return calls.find((call) => call.callId === callId)?.name ?? null;
  }

  /** Translates an answer of a model that uses the other kind of calls. */
  toMessages(calling: ToolCalling): ModelMessage[] {
    const { text, native } = this.answered;
    if (native !== undefined && calling === "native") return this.#nativeMessages(text, native);
    const responses = this.answered.calls.map((call) => {
      if (call.kind === "malformed") {
        const error = { error: call.reason };
        return calling === "native" ? escapedJson(error) : toolResponse("error", error);
      }
      return toolResponse(call.name, this.#resultOf(call));
    });
    const content = native === undefined ? text : inMarkup(text, native);
    return [
      // Providers reject an empty message.
      { role: "assistant", content: content.trim() === "" ? "(empty)" : content },
      { role: "user", content: responses.join("\n") },
    ];
  }

  #nativeMessages(content: string, calls: readonly ModelCall[]): ModelMessage[] {
    return [
      { role: "assistant", content, calls },
      ...this.answered.calls.map((call, index) => ({
        role: "tool" as const,
        callId: calls[index]?.id ?? "",
        content: escapedJson(this.#resultOf(call)),
      })),
    ];
  }

  #resultOf(call: AnsweredCall): unknown {
    if (call.kind === "malformed") return { error: call.reason };
    return this.#results.get(call.callId)?.result ?? null;
  }
}

function inMarkup(text: string, calls: readonly ModelCall[]): string {
  const written = calls.map(({ name, arguments: given }) => {
    const call = JSON.stringify({ name, arguments: given });
    return `<tool_call>${call}</tool_call>`;
  });
  return [text, ...written].filter((part) => part !== "").join("\n");
}
