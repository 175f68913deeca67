import fc from "fast-check";
import { expect, it } from "vitest";
import { Letters, scan } from "./letters.ts";
import { Memory } from "./memory.ts";
import { readingsOf } from "./normalise-text.ts";

function lettersOf({ codes, starts, length }: Letters): string {
  const spaced = Array.from({ length }, (_, index) => {
    const letter = String.fromCharCode(codes[index] ?? 0);
    return starts[index] === 1 ? ` ${letter}` : letter;
  });
  return spaced.join("").trim();
}

it("reads the letters of a text with one reading, and of no other text", () => {
  const letters = new Letters();
  const piece = fc.oneof(
    fc.constantFrom(
      "two words",
      "Acme",
      "a",
      "b",
      "12",
      "3",
      " ",
      " ",
      ". ",
      ", ",
      "\n",
      "!",
      "@",
      "+",
    ),
    fc.constantFrom("-", "'", "c0caine", "é", "$", "$5", "|", "\u0001", "#", "10k", "A B C"),
    fc.string({ maxLength: 3 }),
  );
  let plain = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join("");
      if (!scan(text, letters).isPlain) return;
      plain += 1;
      expect(readingsOf(text)).toEqual({ phrases: [lettersOf(letters)], spelled: [] });
    }),
    { numRuns: 20_000, seed: 1, examples: [[["0", " ", "3", "+", "!"]]] },
  );
  expect(plain).toBeGreaterThan(1_000);
});

it("classifies ordinary purchases as plain", () => {
  for (const text of [
    "An hour of a small machine for job 3735928559",
    "Printer paper, 5 boxes",
    "Team plan (five seats)",
  ]) {
    expect(scan(text, new Letters()).isPlain).toBe(true);
  }
});

it("retains no more values than its limit", () => {
  const memory = new Memory<number, number>(3);
  for (let key = 0; key < 10; key += 1) memory.get(key, () => key);
  expect(memory.size).toBe(3);
  expect(memory.get(9, () => -1)).toBe(9);
  expect(memory.get(0, () => -1)).toBe(-1);
});
