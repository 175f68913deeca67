/** Source of identifiers and salts, replaceable in tests. */
export interface Identifiers {
  /** Returns 128 random bits as lower-case hexadecimal. */
  random(): string;
}

const identifierBytes = 16;
const identifierDigits = 2 * identifierBytes;
const timeDigits = 12;
/** Matches until 2039. A random identifier matches by chance once in 37,000 times. */
const turnTime = /^turn_(01[9a-f][\da-f]{9})7[\da-f]{3}[89ab][\da-f]{15}$/;
/** One large request for random bytes is much cheaper than many small ones. */
const identifiersInDraw = 256;
const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export const randomIdentifiers: Identifiers = drawnIdentifiers();

/**
 * Returns a UUIDv7 without hyphens, with 74 random bits. Adjacent times are adjacent in an index,
 * so that inserts touch few pages.
 */
export function orderedIdentifier(identifiers: Identifiers, now: number): string {
  const random = identifiers.random();
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(timeDigits, "0");
  const variant = "89ab".charAt(Number.parseInt(random.charAt(16), 16) % 4);
  return [time, "7", random.slice(13, 16), variant, random.slice(17)].join("");
}

/**
 * Returns the digest of an object of a turn, prefixed with the turn's time so that both are
 * adjacent in an index. Turn ids of version 0.1 contain no time. Their objects have the digest
 * alone, so that these turns resume after an update.
 */
export function identifierInTurn(turnId: string, digest: string): string {
  const time = turnTime.exec(turnId)?.[1] ?? "";
  return `${time}${digest.slice(0, identifierDigits - time.length)}`;
}

function drawnIdentifiers(): Identifiers {
  const drawn = new Uint8Array(identifierBytes * identifiersInDraw);
  // Filled at the first call, because some platforms have no random numbers while modules load.
  let place = drawn.length;
  return {
    random: () => {
      if (place === drawn.length) {
        crypto.getRandomValues(drawn);
        place = 0;
      }
      const digits: (string | undefined)[] = [];
      while (digits.length < identifierBytes) {
        digits.push(pairs[drawn[place] ?? 0]);
        place += 1;
      }
      // `join` returns one flat string. Concatenation would keep a chain of pieces in memory.
      return digits.join("");
    },
  };
}
