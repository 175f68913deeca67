/** Where identifiers and salts come from, so that a test can foresee them. */
export interface Identifiers {
  /** 128 random bits, in lower-case hexadecimal. */
  random(): string;
}

const identifierBytes = 16;
const identifierDigits = 2 * identifierBytes;
const timeDigits = 12;
/** Until 2039; a random identifier looks like this once in 37,000 times. */
const turnTime = /^turn_(01[9a-f][\da-f]{9})7[\da-f]{3}[89ab][\da-f]{15}$/;
/** To ask the system takes far longer than a few bytes more. */
const identifiersInDraw = 256;
/** Every byte in hexadecimal. */
const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The platform's cryptographic random numbers. */
export const randomIdentifiers: Identifiers = drawnIdentifiers();

/**
 * A random identifier with the time in front: a UUIDv7 without hyphens, with 74 random bits.
 * Identifiers of one time are neighbours in an index, so that inserting them touches few pages.
 */
export function orderedIdentifier(identifiers: Identifiers, now: number): string {
  const random = identifiers.random();
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(timeDigits, "0");
  const variant = "89ab".charAt(Number.parseInt(random.charAt(16), 16) % 4);
  return [time, "7", random.slice(13, 16), variant, random.slice(17)].join("");
}

/**
 * The digest of something that belongs to a turn, as an identifier that sorts beside the turn's. Turns
 * of version 0.1 have no time in their ids; there it is the digest alone, as it was in that version,
 * so that a turn that resumes after an update finds what it made before.
 */
export function identifierInTurn(turnId: string, digest: string): string {
  const time = turnTime.exec(turnId)?.[1] ?? "";
  return `${time}${digest.slice(0, identifierDigits - time.length)}`;
}

function drawnIdentifiers(): Identifiers {
  const drawn = new Uint8Array(identifierBytes * identifiersInDraw);
  // Drawn by the first who asks: some platforms have no random numbers while modules are loaded.
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
      // Joined, since text that was added to text is kept in as many pieces.
      return digits.join("");
    },
  };
}
