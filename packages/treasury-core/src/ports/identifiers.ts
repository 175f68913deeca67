/** Where identifiers and salts come from, so that a test can foresee them. */
export interface Identifiers {
  /** 128 random bits, in lower-case hexadecimal. */
  random(): string;
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The platform's cryptographic random numbers. */
export const randomIdentifiers: Identifiers = {
  random: () => {
    let text = "";
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) text += hexadecimal[byte];
    return text;
  },
};
