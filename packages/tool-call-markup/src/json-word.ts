const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** What a bare word means in JSON; undefined when nothing. A number may come out infinite. */
export function jsonWordValue(word: string): boolean | number | null | undefined {
  if (word === "true") return true;
  if (word === "false") return false;
  if (word === "null") return null;
  return jsonNumber.test(word) ? Number(word) : undefined;
}
