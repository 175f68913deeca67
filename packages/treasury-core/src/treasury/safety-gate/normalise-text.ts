/** Letters of other scripts that are drawn like Latin ones, after lower-casing. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: "a",
    α: "a",
    ɑ: "a",
    в: "b",
    β: "b",
    с: "c",
    ϲ: "c",
    ԁ: "d",
    е: "e",
    ε: "e",
    є: "e",
    ғ: "f",
    ɡ: "g",
    һ: "h",
    н: "h",
    і: "i",
    ı: "i",
    ι: "i",
    ј: "j",
    к: "k",
    κ: "k",
    ӏ: "l",
    м: "m",
    μ: "m",
    ո: "n",
    η: "n",
    о: "o",
    ο: "o",
    օ: "o",
    р: "p",
    ρ: "p",
    ԛ: "q",
    г: "r",
    ѕ: "s",
    т: "t",
    τ: "t",
    υ: "u",
    ս: "u",
    ν: "v",
    ѵ: "v",
    ԝ: "w",
    ω: "w",
    х: "x",
    χ: "x",
    у: "y",
    γ: "y",
    ʏ: "y",
    ᴢ: "z",
  }),
);

/** Digits and signs that stand for letters inside a word. */
const substitutes: ReadonlyMap<string, string> = new Map(
  Object.entries({ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" }),
);

/**
 * Text as the gate compares it: compatibility forms folded, invisible characters and accents removed,
 * look-alike letters read as Latin, every run of anything else one space.
 *
 * @example
 * normaliseText("Ｆіre\u200barms!"); // "firearms"
 */
export function normaliseText(text: string): string {
  return [...fold(text)]
    .map((character) => lookalikes.get(character) ?? character)
    .join("")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * The readings of a text that the gate compares beside the plain one: single letters joined to words
 * (`w e a p o n`), and digits and signs read as the letters that they stand for (`c0caine`).
 */
export function readingsOf(text: string): readonly string[] {
  const plain = normaliseText(text);
  const unmasked = normaliseText(
    fold(text).replace(
      /(?<=\p{L})[013457@$]|[013457@$](?=\p{L})/gu,
      (character) => substitutes.get(character) ?? character,
    ),
  );
  const readings = [plain, unmasked].flatMap((reading) => [reading, joinSingleLetters(reading)]);
  return [...new Set(readings)];
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{Cf}\p{M}]/gu, "")
    .toLowerCase();
}

function joinSingleLetters(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])(?:\p{L} ){2,}\p{L}(?![\p{L}\p{N}])/gu, (letters) =>
    letters.replaceAll(" ", ""),
  );
}
