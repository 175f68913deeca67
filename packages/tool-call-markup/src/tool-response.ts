/** Characters that can begin or end a tag or look like it, and line ends that JSON permits. */
const unsafe =
  /[<>&\u2028\u2029\uFF1C\uFF1E\uFE64\uFE65\u2039\u203A\u2329\u3008\u276E\u27E8\u02C2]/g;

/**
 * Writes a tool's result for the model. The JSON escapes `<`, `>` and `&`, so that a result cannot
 * close the response or open a call. It parses back unchanged.
 *
 * @param name - the tool
 * @param content - anything that `JSON.stringify` accepts; `undefined` becomes null
 * @throws TypeError for a bigint or a cycle, as `JSON.stringify` does
 *
 * @example
 * ```ts
 * toolResponse("check_treasury", { balanceUsd: 80 });
 * // <tool_response>{"name":"check_treasury","content":{"balanceUsd":80}}</tool_response>
 * ```
 */
export function toolResponse(name: string, content: unknown): string {
  return `<tool_response>${escapedJson({ name, content: content ?? null })}</tool_response>`;
}

/**
 * Writes JSON without markup or control tokens of a model: `<`, `>`, `&` and look-alikes are
 * escaped. It parses back unchanged.
 *
 * @throws TypeError for a bigint or a cycle, as `JSON.stringify` does
 */
export function escapedJson(content: unknown): string {
  return JSON.stringify(content ?? null).replace(unsafe, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
