import { CommandError } from "../command-error.ts";

const fewest = 6;
const fewestGiven = 4;
const shown = 5;

/** An id such as `evt_3f9c…_0`: a prefix, the part that is shortened, and its number in a list. */
const idPattern = /^([a-z]+_)?(.*?)(_\d+)?$/;

/** Returns each id's shortest form that no other id has, of at least six characters after its prefix. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    ids.map((id) => {
      const [prefix, body, number] = partsOf(id);
      for (let length = fewest; length < body.length; length += 1) {
        const short = prefix + body.slice(0, length) + number;
        if (ids.every((other) => other === id || !isShortOf(short, other))) return [id, short];
      }
      return [id, id];
    }),
  );
}

/**
 * Returns the id that begins with the given text, with or without its prefix (`prop_`). Text of
 * less than four characters, and of no id, is returned unchanged.
 *
 * @throws CommandError with the candidates if several ids begin with it.
 */
export function fullId(given: string, ids: readonly string[]): string {
  if (given.length < fewestGiven || ids.includes(given)) return given;
  const found = [...new Set(ids)].filter((id) => isShortOf(given, id));
  const [one = given, ...others] = found;
  if (others.length === 0) return one;
  const more = found.length > shown ? ` and ${found.length - shown} more` : "";
  throw new CommandError(
    `${JSON.stringify(given)} is the beginning of several ids: ${found.slice(0, shown).join(", ")}${more}.`,
  );
}

function isShortOf(given: string, id: string): boolean {
  const [prefix, body, number] = partsOf(id);
  const bare = given.startsWith(prefix) ? given.slice(prefix.length) : given;
  if (prefix.startsWith(given) || `${body}${number}`.startsWith(bare)) return true;
  return number !== "" && bare.endsWith(number) && body.startsWith(bare.slice(0, -number.length));
}

function partsOf(id: string): readonly [prefix: string, body: string, number: string] {
  const [, prefix = "", body = "", number = ""] = idPattern.exec(id) ?? [];
  return [prefix, body, number];
}
