import type { ModelMessage } from "../../ports/language-model.ts";
import { toolResponse } from "../markup/tool-response.ts";
import type { AnsweredCall, AnsweredRecord } from "./journal-record.ts";

/** A call that is to be run, or was begun and has no answer. */
export type OpenCall = Extract<AnsweredCall, { kind: "call" }> & {
  /** Whether it was begun before, so that it may have been run. */
  readonly wasBegun: boolean;
};

/** The model's newest answer, and how far its calls have come. */
export class OpenAnswer {
  readonly answered: AnsweredRecord;
  /** Whether its prose was shown as a thought: the turn went on after it. */
  proseWasShown = false;
  readonly #begun: Set<string> = new Set();
  readonly #results: Map<string, { readonly tool: string; readonly result: unknown }> = new Map();

  constructor(answered: AnsweredRecord) {
    this.answered = answered;
  }

  begin(callId: string): void {
    this.#begun.add(callId);
  }

  /** A later result of a call takes the place of an earlier one, which said that it waits. */
  conclude(callId: string, tool: string, result: unknown): void {
    this.#results.set(callId, { tool, result });
  }

  /** The first call without an answer, null when all have one. */
  get openCall(): OpenCall | null {
    for (const call of this.answered.calls) {
      if (call.kind === "call" && !this.#results.has(call.callId)) {
        return { ...call, wasBegun: this.#begun.has(call.callId) };
      }
    }
    return null;
  }

  /** The tool of a call, null when it is none of this answer. */
  nameOf(callId: string): string | null {
    for (const call of this.answered.calls) {
      if (call.kind === "call" && call.callId === callId) return call.name;
    }
    return null;
  }

  /** The answer, and what its calls came to, as the model will read them. */
  toMessages(): ModelMessage[] {
    const responses = this.answered.calls.map((call) => {
      if (call.kind === "malformed") return toolResponse("error", { error: call.reason });
      return toolResponse(call.name, this.#results.get(call.callId)?.result ?? null);
    });
    return [
      { role: "assistant", content: this.answered.text },
      { role: "user", content: responses.join("\n") },
    ];
  }
}
