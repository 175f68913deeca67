import { describe, expect, it } from "vitest";
import { hostileAnswers } from "./hostile-answers.fixture.ts";
import { createMarkupParser } from "./markup-parser.ts";

const smallLength = 64 * 1024;
const largeLength = 1024 * 1024;
/** No character may be looked at more often than this, all steps of the parser together. */
const looksAtEach = 8;

function charactersExamined(answer: string, pieceLength: number): number {
  const parser = createMarkupParser();
  for (let index = 0; index < answer.length; index += pieceLength) {
    parser.push(answer.slice(index, index + pieceLength));
  }
  parser.end();
  return parser.charactersExamined;
}

describe.each(Object.entries(hostileAnswers))("hostile markup: %s", (_title, answerOf) => {
  const small = answerOf(smallLength);
  const large = answerOf(largeLength);

  it.each([
    ["in whole", largeLength],
    ["in pieces of 16", 16],
    ["in pieces of 1", 1],
  ])("is looked at no more often when it is longer, %s", (_how, pieceLength) => {
    const forSmall = charactersExamined(small, pieceLength);
    const forLarge = charactersExamined(large, pieceLength);
    expect(small).toHaveLength(smallLength);
    expect(large).toHaveLength(largeLength);
    expect(forSmall).toBeGreaterThanOrEqual(small.length);
    expect(forLarge).toBeGreaterThanOrEqual(large.length);
    expect(forLarge / forSmall).toBeLessThanOrEqual((largeLength / smallLength) * 1.05);
    expect(forSmall).toBeLessThanOrEqual(small.length * looksAtEach);
    expect(forLarge).toBeLessThanOrEqual(large.length * looksAtEach);
  });
});
