/** Where identifiers and salts come from, so that a test can foresee them. */
export interface Identifiers {
  /** 128 random bits, in lower-case hexadecimal. */
  random(): string;
}

const identifierBytes = 16;
/** To ask the system takes far longer than a few bytes more. */
const identifiersInDraw = 256;
/** Every byte in hexadecimal. */
const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The platform's cryptographic random numbers. */
export const randomIdentifiers: Identifiers = drawnIdentifiers();

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
