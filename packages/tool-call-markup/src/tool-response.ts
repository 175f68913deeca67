/** What could end or begin a tag, inside JSON or to the eye, and line ends that JSON lets pass. */
const unsafe =
  /[<>&\u2028\u2029\uFF1C\uFF1E\uFE64\uFE65\u2039\u203A\u2329\u3008\u276E\u27E8\u02C2]/g;

/**
 * Writes a tool's answer for the model. The JSON holds no `<`, `>` or `&`, only their escapes, so
 * nothing that a tool returned can close the response or open a call; it reads back unchanged.
 *
 * @param name - the tool that answers
 * @param content - anything that `JSON.stringify` takes; `undefined` becomes null
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
 * JSON in which nothing that somebody wrote can be markup or a control token of a model: `<`, `>`, `&` and
 * what reads like them are written as escapes. It reads back unchanged.
 *
 * @throws TypeError for a bigint or a cycle, as `JSON.stringify` does
 */
export function escapedJson(content: unknown): string {
  return JSON.stringify(content ?? null).replace(unsafe, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
