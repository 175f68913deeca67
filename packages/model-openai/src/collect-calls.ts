import type { ModelCall } from "@agent-treasury/provider";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";

type CallDelta = NonNullable<ChatCompletionChunk.Choice.Delta["tool_calls"]>[number];

interface UnfinishedCall {
  readonly index: number | undefined;
  readonly id: string;
  name: string;
  readonly pieces: string[];
}

const maximumCalls = 128;
const maximumCharacters = 262_144;

/**
 * Assembles the calls of an answer. Compatible servers send pieces by index, by id alone, as whole
 * calls with index 0, or with an id on every piece or on none.
 */
export class CallCollector {
  readonly #calls: UnfinishedCall[] = [];
  #characters = 0;

  add(delta: CallDelta): boolean {
    const { name = "", arguments: text = "" } = withoutNulls(delta.function);
    this.#characters += name.length + text.length;
    const call = this.#callOf(delta);
    if (call === undefined || this.#characters > maximumCharacters) return false;
    if (call.name === "") call.name = name;
    call.pieces.push(text);
    return true;
  }

  /** The calls in the order in which they began. Missing and duplicate ids are replaced. */
  calls(): readonly ModelCall[] {
    const ids = new Set<string>();
    return this.#calls.map(({ id, name, pieces }, index) => {
      const own = id !== "" && !ids.has(id) ? id : `call_${index + 1}_${this.#calls.length}`;
      ids.add(own);
      return { id: own, name, arguments: pieces.join("") };
    });
  }

  #callOf({ index, id }: CallDelta): UnfinishedCall | undefined {
    const known = this.#calls.findLast((call) => index === undefined || call.index === index);
    const isAnother = typeof id === "string" && id !== "" && known?.id !== "" && known?.id !== id;
    if (known !== undefined && !isAnother) return known;
    if (this.#calls.length === maximumCalls) return undefined;
    const begun = { index, id: id ?? "", name: "", pieces: [] };
    this.#calls.push(begun);
    return begun;
  }
}

/** Some servers send null for omitted fields. */
function withoutNulls(given: CallDelta["function"]): { name?: string; arguments?: string } {
  const { name, arguments: text } = given ?? {};
  return {
    ...(typeof name === "string" && { name }),
    ...(typeof text === "string" && { arguments: text }),
  };
}
