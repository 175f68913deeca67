/** Where identifiers and salts come from, so that a test can foresee them. */
export interface Identifiers {
  /** 128 random bits, in lower-case hexadecimal. */
  random(): string;
}

/** The platform's cryptographic random numbers. */
export const randomIdentifiers: Identifiers = {
  random: () => {
    // Node draws these from a pool, where `getRandomValues` calls the system each time. Six bits of
    // each are fixed, all of them in the middle.
    const first = crypto.randomUUID();
    return (
      first.slice(0, 8) + first.slice(9, 13) + first.slice(24) + crypto.randomUUID().slice(0, 8)
    );
  },
};
