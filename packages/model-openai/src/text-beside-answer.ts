import type { ModelPart } from "@agent-treasury/provider";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";

type Finish = Extract<ModelPart, { kind: "finish" }>;

/** Longer texts are cut at the beginning, because a call is at the end of reasoning. */
const maximumCharacters = 65_536;

interface Delta extends Pick<ChatCompletionChunk.Choice.Delta, "function_call"> {
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
}

/** Collects the reasoning of an answer, and a call of the API before `tool_calls`. */
export class TextBesideAnswer {
  #reasoning = "";
  #name = "";
  #arguments = "";

  add(delta: Delta | undefined): void {
    const { reasoning_content: content, reasoning, function_call: call } = delta ?? {};
    const text = typeof content === "string" && content !== "" ? content : reasoning;
    if (typeof text === "string") this.addReasoning(text);
    // A server may send anything here.
    const { name, arguments: given } = (call ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof name === "string") this.#name = joined(this.#name, name);
    if (typeof given === "string") this.#arguments = joined(this.#arguments, given);
  }

  addReasoning(text: string): void {
    this.#reasoning = joined(this.#reasoning, text);
  }

  after(hasAnswer: boolean): Pick<Finish, "reasoning" | "strayCall"> {
    const call = `${this.#name} ${this.#arguments}`.trim();
    return {
      ...(!hasAnswer && this.#reasoning !== "" && { reasoning: this.#reasoning }),
      ...(call !== "" && { strayCall: call }),
    };
  }
}

function joined(before: string, text: string): string {
  return (before + text).slice(-maximumCharacters);
}
