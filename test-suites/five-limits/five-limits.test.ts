import { describe, expect, it } from "vitest";
import { seedOfRun } from "../histories/seed-of-run.ts";
import { type ChangedText, changedTexts } from "./changed-texts.fixture.ts";
import { jsonText } from "./compared.ts";
import type { History } from "./history.ts";
import { textRewriter } from "./rewrite-texts.ts";
import { runHistory } from "./run-history.ts";
import { shorten } from "./shorten-history.ts";
import { writeHistory } from "./write-history.ts";

const { TEST_LONG } = process.env;
const historiesInTest = 150;
const histories = TEST_LONG === undefined ? historiesInTest : 19_950;
const firstSeed = seedOfRun();

/** Results that every test must meet: it continues up to ten times as long until it has. */
const results = [
  "pending safe",
  "pending review",
  "denied safe",
  "denied review",
  "denied blocked",
  "executed safe",
  "executed safe automatic",
  "executed review",
  "approved safe held",
  "approved safe automatic held",
  "approved review held",
  "failed safe",
  "failed safe automatic",
  "failed review",
  "already_decided",
  "funds_held",
  "invalid_request",
  "proposal_expired",
  "proposal_not_found",
];

describe(`${histories} random histories`, () => {
  for (let first = firstSeed; first < firstSeed + histories; first += historiesInTest) {
    it(`give the results of version 0.1, from seed ${first}, ${historiesInTest} of them`, async () => {
      const used = new Set<ChangedText>();
      const seen = new Set<string>();
      const rewrite = textRewriter(changedTexts, used);
      const attempt = (history: History): Promise<Error | null> =>
        runHistory(history, rewrite, (summary) => seen.add(summary)).then(
          () => null,
          (error: Error) => error,
        );
      const missing = (): readonly unknown[] => [
        ...changedTexts.filter((entry) => !used.has(entry)),
        ...results.filter((result) => !seen.has(result)),
      ];
      const end = first + historiesInTest;
      for (let seed = first; seed < end + 9 * historiesInTest; seed += 1) {
        if (seed >= end && missing().length === 0) break;
        const history = writeHistory(seed);
        const failure = await attempt(history);
        if (failure !== null) throw await explained(history, failure, attempt);
      }
      expect(missing()).toEqual([]);
    });
  }
});

async function explained(
  history: History,
  first: Error,
  attempt: (history: History) => Promise<Error | null>,
): Promise<Error> {
  const { shortest, failure } = await shorten(history, first, attempt);
  const moves = shortest.moves.map((move) => `  ${jsonText(move)}`).join("\n");
  return new Error(
    `The history of seed ${history.seed} differs.\n${failure.message}\nIn ${jsonText(shortest.settings)}:\n${moves}`,
    { cause: first },
  );
}
