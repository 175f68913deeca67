import type { ModelMessage, ModelRequest } from "@agent-treasury/provider";
import { scriptedModel, type ScriptedModel } from "@agent-treasury/sandbox";

/** What the operator asks for, in every turn. */
export const directive = "Do what there is to do.";

/** What the model does in a turn: an answer each, in order; whatever comes after them is an end. */
export type GullibleScript = readonly ("quote" | { readonly says: string })[];

/** The most gullible model that there is, and the turn that it is to live through. */
export interface GullibleModel {
  readonly model: ScriptedModel;
  follow(script: GullibleScript): void;
}

/**
 * A stand-in for a model that says again, word by word, whatever it was shown: what looks like markup to
 * the eye it writes as markup. It is no worse than that: it does not undo an escape.
 */
export function gullibleModel(): GullibleModel {
  let script: GullibleScript = [];
  let step = 0;
  const answer = ({ messages }: ModelRequest): string => {
    const next = script[step];
    step += 1;
    if (next === undefined) return "Done.";
    return next === "quote" ? quote(messages) : next.says;
  };
  return {
    model: scriptedModel({ answers: answer }),
    follow: (next) => {
      script = next;
      step = 0;
    },
  };
}

/** Everything but the instructions and what it said itself in this turn, as it reads it. */
function quote(messages: readonly ModelMessage[]): string {
  const begun = messages.findIndex(({ content }) => content === directive);
  return messages
    .slice(1)
    .filter(({ role }, index) => role !== "assistant" || index + 1 < begun)
    .map(({ content }) => content)
    .map(unwrapped)
    .map(asTheEyeReads)
    .join("\n");
}

/** What stands in the response, its strings as they are meant. */
function unwrapped(content: string): string {
  return content
    .replace(/^<tool_response>/, "")
    .replace(/<\/tool_response>$/, "")
    .replaceAll('\\"', '"')
    .replaceAll("\\n", "\n");
}

const lookalikes: Readonly<Record<string, string>> = { о: "o", с: "c", а: "a", ο: "o" };

function asTheEyeReads(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[осаο]/gu, (letter) => lookalikes[letter] ?? letter)
    .replaceAll("‹", "<")
    .replaceAll("›", ">")
    .replace(/<\|[a-z_]+\|>/g, "\n");
  return plain.replace(/<\s*(\/?)\s*tool_call\b[^>]*>/gi, "<$1tool_call>");
}
