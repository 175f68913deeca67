import { CommandError } from "../command-error.ts";

const fewest = 6;
const fewestGiven = 4;
const shown = 5;

/** Returns each id's shortest beginning that no other id has, of at least six characters after its prefix. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    ids.map((id) => {
      const start = id.lastIndexOf("_") + 1 + fewest;
      for (let length = start; length < id.length; length += 1) {
        const short = id.slice(0, length);
        if (ids.every((other) => other === id || !other.startsWith(short))) return [id, short];
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
  const found = [...new Set(ids)].filter(
    (id) => id.startsWith(given) || id.slice(id.lastIndexOf("_") + 1).startsWith(given),
  );
  const [one = given, ...others] = found;
  if (others.length === 0) return one;
  const more = found.length > shown ? ` and ${found.length - shown} more` : "";
  throw new CommandError(
    `${JSON.stringify(given)} is the beginning of several ids: ${found.slice(0, shown).join(", ")}${more}.`,
  );
}
