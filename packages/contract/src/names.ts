/** Longer names are cut, because the comparison takes quadratic time. */
const longestCompared = 60;
/** Shorter names are parts of others by chance. */
const shortestPart = 3;

/** Returns the known name that is most similar to another one. Undefined if none is known. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name.slice(0, longestCompared));
  const ranked = known.map((one) => ({ one, rank: rankOf(letters, lettersOf(one)) }));
  return ranked.toSorted((left, right) => left.rank - right.rank)[0]?.one;
}

/** Letters and digits of a name in lower case. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Lower is more similar. `cap` is nearer to `dailySpendCapUsd` than to `app`. */
function rankOf(name: string, known: string): number {
  const isPart = name.length >= shortestPart && known.includes(name);
  return distance(name, known) / Math.max(name.length, known.length, 1) - (isPart ? 1 : 0);
}

/** The number of letters to insert, remove or replace (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_each, index) => index);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (from[index] === to[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The names of a closed set of options. The compiler requires every name, and accepts no other. */
export type NamesOf<Options> = { readonly [Name in keyof Options]-?: true };

/**
 * Returns what is wrong with the names of options. Null if each is known. An option that is
 * undefined counts as omitted.
 *
 * @param of the function or option to which they belong.
 */
export function wrongOption(of: string, options: unknown, known: object): string | null {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    return `\`${of}\` needs an object of options.`;
  }
  const names = Object.keys(known);
  const unknown = Object.entries(options).find(
    ([name, value]) => value !== undefined && !names.includes(name),
  );
  if (unknown === undefined) return null;
  const shown = unknown[0].slice(0, longestCompared);
  return `\`${shown}\` is not an option of \`${of}\`. The nearest one is \`${nearestName(shown, names) ?? ""}\`.`;
}
