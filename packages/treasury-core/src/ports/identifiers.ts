/** Where identifiers and salts come from, so that a test can foresee them. */
export interface Identifiers {
  /** 128 random bits, in lower-case hexadecimal. */
  random(): string;
}

/** The platform's cryptographic random numbers. */
export const randomIdentifiers: Identifiers = {
  random: () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  },
};
