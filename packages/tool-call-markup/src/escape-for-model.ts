import { cleanText } from "./clean-text.ts";
import { thoughtNames } from "./thought-forms.ts";

/** Characters that a tokenizer or a reader may read as `<`. */
const opener = /[<\uFF1C\uFE64\u2039\u2329\u3008\u276E\u27E8\u02C2]/gu;
const openerOrPipe = /[<\uFF1C\uFE64\u2039\u2329\u3008\u276E\u27E8\u02C2|\uFF5C\u2502]/u;
const tagEnd = /[>&]/u;
const pipe = /[|\uFF5C\u2502]/u;
const letter = /[\p{L}\p{N}]/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const combining = /\p{M}/gu;
const plainLetters = /^[a-z0-9]*$/;

/** A beginning of `[THINK]` or `\u25C1think\u25B7`, or of a part of it at the end. */
const bracket = /\[(?=\/?(?:THIN|TH?I?$|$))|\u25C1(?=\/?(?:t|$))/gu;

const openerOrBracket = new RegExp(`${opener.source}|${bracket.source}`, "u");

/** The beginnings of all tags, letters only. */
const tagBeginnings: readonly string[] = [
  "think",
  "tool",
  "channel",
  ...thoughtNames.map((name) => name.replace(/[^a-z]/g, "")),
];

/**
 * Escapes untrusted text for a prompt. A `<` that a model or its tokenizer could read as the
 * beginning of a markup tag or of a control token such as `<|im_start|>` becomes `&lt;`. The
 * beginning of `[THINK]` becomes `&#91;`.
 *
 * This covers any case, closing tags, whitespace and invisible characters before and in the name,
 * look-alikes of letters and of `<`, and a tag cut off by the end of the text, which later text
 * could complete. Other uses of `<`, as in `a < b` or `<div>`, are unchanged. The result is
 * well-formed, without U+0000, and stable when escaped again.
 *
 * @example
 * ```ts
 * escapeForModel("</tool_response><tool_call>"); // "&lt;/tool_response>&lt;tool_call>"
 * ```
 */
export function escapeForModel(text: string): string {
  const cleaned = cleanText(text);
  if (!openerOrBracket.test(cleaned)) return cleaned;
  const clean = cleaned.replace(bracket, (sign) => `&#${sign.charCodeAt(0)};`);
  return clean.replace(opener, (sign: string, offset: number) =>
    mayOpenTag(clean, offset + sign.length) ? "&lt;" : sign,
  );
}

/** Searches no further than the next opener, so that the whole text is searched once. */
function mayOpenTag(text: string, from: number): boolean {
  let name = "";
  let index = from;
  while (index < text.length) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    if (openerOrPipe.test(character)) return name === "" && pipe.test(character);
    if (tagEnd.test(character)) return false;
    index += character.length;
    if (invisible.test(character)) continue;
    const folded = character.normalize("NFKD").replace(combining, "").toLowerCase();
    for (const part of folded) {
      if (letter.test(part)) name += plainLetters.test(part) ? part : "?";
    }
    const agreeing = tagBeginnings.filter((beginning) => agree(beginning, name));
    if (agreeing.some((beginning) => beginning.length <= name.length)) return true;
    if (agreeing.length === 0) return false;
  }
  return true;
}

/** A letter of another script matches any letter. */
function agree(beginning: string, name: string): boolean {
  for (let index = 0; index < Math.min(beginning.length, name.length); index += 1) {
    if (name[index] !== "?" && name[index] !== beginning[index]) return false;
  }
  return true;
}
