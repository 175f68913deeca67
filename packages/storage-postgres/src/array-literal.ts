/** A value that an array parameter can contain. */
export type Element = string | number | boolean | null;

const needsEscape = /["\\]/;
const escaped = /["\\]/g;

/**
 * Writes a PostgreSQL array. `pg` escapes each element with two regular expressions, which takes a
 * third of the time of a small commit.
 */
export function arrayLiteral(elements: readonly Element[]): string {
  let literal = "";
  for (const element of elements) {
    literal += literal === "" ? "{" : ",";
    literal += typeof element === "string" ? quoted(element) : String(element ?? "NULL");
  }
  return literal === "" ? "{}" : `${literal}}`;
}

function quoted(text: string): string {
  return `"${needsEscape.test(text) ? text.replace(escaped, String.raw`\$&`) : text}"`;
}
