const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** A number may be infinite. */
export function jsonWordValue(word: string): boolean | number | null | undefined {
  if (word === "true") return true;
  if (word === "false") return false;
  if (word === "null") return null;
  return jsonNumber.test(word) ? Number(word) : undefined;
}
