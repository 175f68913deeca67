import type { JsonObject } from "../ports/json.ts";

const unsafe = /[<>&\u2028\u2029]/g;

/**
 * JSON in which nothing that somebody wrote can be markup or a control token of a model: `<`, `>` and `&`
 * are written as escapes. It reads back unchanged.
 */
export function escapedJson(value: JsonObject): string {
  return JSON.stringify(value).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
