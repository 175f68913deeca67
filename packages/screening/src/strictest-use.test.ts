import { describe, expect, it } from "vitest";
import { builtInTerms } from "./built-in-terms.ts";
import { readField } from "./field.ts";
import { type Looks, strictestUse, tooManyTerms } from "./strictest-use.ts";
import { termSet } from "./term-set.ts";

const numbers = Array.from({ length: 1_500 }, (_, index) => index + 1_000);
const many = termSet([
  {
    category: "test",
    verdict: "blocked",
    reason: "A test.",
    terms: numbers.map((number) => `qx${number} z`),
    exceptions: ["anti {term}"],
  },
]);

/** Worst-case texts without a match, by the repeated piece. */
const pieces: Readonly<Record<string, (number: number) => string>> = {
  "terms with their spaces elsewhere": (number) => `qx1 ${`${number}`.slice(1)}z`,
  "terms that an exception excuses": (number) => `anti qx${number} z`,
  "terms excused in each of several readings": (number) => `anti-qx${number} z é`,
};

const lengths = [500, 1_000, 2_000, 8_000, 32_000];

function textOf(piece: (number: number) => string, length: number): string {
  let text = "";
  for (let index = 0; text.length < length; index += 1) {
    text += `${piece(numbers[index % numbers.length] ?? 0)} `;
  }
  return text;
}

describe.each(Object.entries(pieces))("%s", (_name, piece) => {
  it("take work that grows at most linearly with the text", () => {
    const perCharacter = lengths.map((length) => {
      const looks: Looks = { characters: 0 };
      const text = textOf(piece, length);
      strictestUse([readField(text, [many.finder])], [many], looks);
      return Math.round(looks.characters / text.length);
    });
    expect(Math.max(...perCharacter)).toBeLessThan(400);
  });

  it("need review when a text exceeds the limit of comparisons", () => {
    const text = textOf(piece, 32_000);
    expect(strictestUse([readField(text, [many.finder])], [many])).toBe(tooManyTerms);
    const few = textOf(piece, 100);
    expect(strictestUse([readField(few, [many.finder])], [many])).toBeNull();
  });
});

it("compares a word of the built-in terms' letters at most once per letter", () => {
  const set = builtInTerms();
  for (const word of ["fake", "a1", "pay", "gun", "a b c d ", "é-"]) {
    for (const length of lengths) {
      const looks: Looks = { characters: 0 };
      const text = word.repeat(length / word.length);
      strictestUse([readField(text, [set.finder])], [set], looks);
      expect(looks.characters / text.length).toBeLessThan(400);
    }
  }
});
