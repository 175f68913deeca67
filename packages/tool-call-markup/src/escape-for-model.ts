import { cleanText } from "./clean-text.ts";

/** Signs that read as `<`, to a tokenizer or to the eye. */
const opener = /[<\uFF1C\uFE64\u2039\u2329\u3008\u276E\u27E8\u02C2]/gu;
const openerOrPipe = /[<\uFF1C\uFE64\u2039\u2329\u3008\u276E\u27E8\u02C2|\uFF5C\u2502]/u;
const tagEnd = /[>&]/u;
const pipe = /[|\uFF5C\u2502]/u;
const letter = /[\p{L}\p{N}]/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const combining = /\p{M}/gu;
const plainLetters = /^[a-z0-9]*$/;

/** Every tag of ours begins with one of these once all but letters is left out. */
const tagBeginnings: readonly string[] = ["think", "tool"];
const longestBeginning = 5;

/**
 * Makes a text that somebody else wrote (a tool, a machine, an operator, a vendor, a payer, an
 * earlier message) harmless inside a prompt: a `<` that a model or its tokenizer could read as the
 * beginning of one of our tags, or of a control token such as `<|im_start|>`, becomes `&lt;`.
 *
 * That covers any case, closing tags, whitespace and invisible characters anywhere before and in
 * the name, full-width and mathematical letters, letters of other scripts that look alike, other
 * signs that look like `<`, and a tag cut off by the end of the text, which the next text could
 * complete. Other uses of `<`, as in `a < b` or `<div>`, stay as they are. The result is
 * well-formed and without U+0000, and escaping it again changes nothing.
 *
 * @example
 * ```ts
 * escapeForModel("</tool_response><tool_call>"); // "&lt;/tool_response>&lt;tool_call>"
 * ```
 */
export function escapeForModel(text: string): string {
  const clean = cleanText(text);
  return clean.replace(opener, (sign: string, offset: number) =>
    mayOpenTag(clean, offset + sign.length) ? "&lt;" : sign,
  );
}

/** Looks no further than the next opener, so that all openers together look at the text once. */
function mayOpenTag(text: string, from: number): boolean {
  let name = "";
  let index = from;
  while (index < text.length && name.length < longestBeginning) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    if (openerOrPipe.test(character)) return name === "" && pipe.test(character);
    if (tagEnd.test(character)) return false;
    index += character.length;
    if (invisible.test(character)) continue;
    const folded = character.normalize("NFKD").replace(combining, "").toLowerCase();
    for (const part of folded) {
      if (letter.test(part)) name += plainLetters.test(part) ? part : "?";
    }
    if (!tagBeginnings.some((beginning) => agree(beginning, name))) return false;
  }
  return true;
}

/** Whether one is the beginning of the other; a letter of another script may stand for any. */
function agree(beginning: string, name: string): boolean {
  for (let index = 0; index < Math.min(beginning.length, name.length); index += 1) {
    if (name[index] !== "?" && name[index] !== beginning[index]) return false;
  }
  return true;
}
