import type { ModelMessage, ModelRequest } from "@agent-treasury/provider";
import { scriptedModel, type ScriptedModel } from "@agent-treasury/sandbox";

/** The operator's message in every turn. */
export const directive = "Do what there is to do.";

/** The model's answers in a turn, in order. After them the turn ends. */
export type GullibleScript = readonly ("quote" | { readonly says: string })[];

/** The most gullible model with its script. */
export interface GullibleModel {
  readonly model: ScriptedModel;
  follow(script: GullibleScript): void;
}

/**
 * A stand-in for a model that repeats its whole input. It writes everything that looks like markup
 * as markup, but does not undo an escape.
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

/** The input without the instructions and the model's own answers. */
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

/** The response's content with its strings decoded. */
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
