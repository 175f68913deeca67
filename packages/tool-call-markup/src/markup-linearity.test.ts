import { describe, expect, it } from "vitest";
import { hostileAnswers } from "./hostile-answers.fixture.ts";
import { createMarkupParser } from "./markup-parser.ts";

const smallLength = 64 * 1024;
const largeLength = (process.env["TEST_LONG"] === undefined ? 384 : 1024) * 1024;
/** The maximum examinations per character, in all steps of the parser. */
const looksAtEach = 10;

function charactersExamined(answer: string, pieceLength: number): number {
  const parser = createMarkupParser();
  for (let index = 0; index < answer.length; index += pieceLength) {
    parser.push(answer.slice(index, index + pieceLength));
  }
  parser.end();
  return parser.charactersExamined;
}

describe.each(Object.entries(hostileAnswers))("hostile markup: %s", (_title, answerOf) => {
  it.each([
    ["in whole", largeLength, smallLength, largeLength],
    ["in pieces of 16", 16, smallLength, largeLength],
    ["in single characters", 1, smallLength, largeLength / 4],
  ])(
    "is examined no more often per character when it is longer, %s",
    (_how, pieceLength, less, more) => {
      const forLess = charactersExamined(answerOf(less), pieceLength);
      const forMore = charactersExamined(answerOf(more), pieceLength);
      expect(forLess).toBeGreaterThanOrEqual(less);
      expect(forMore).toBeGreaterThanOrEqual(more);
      expect(forMore / forLess).toBeLessThanOrEqual((more / less) * 1.05);
      expect(forLess).toBeLessThanOrEqual(less * looksAtEach);
      expect(forMore).toBeLessThanOrEqual(more * looksAtEach);
    },
  );
});
