import type { ReplayReport } from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import { draftRangeText, replayCsv, replaySummary, unknownTexts } from "./replay-text.ts";

const totals = { beforeUsd: 30, ifNoneUsd: 5, ifAllUsd: 30 };
const report: ReplayReport = {
  workspaceId: "acme",
  from: null,
  to: null,
  isComplete: true,
  spends: 1200,
  changed: 1,
  changes: [
    {
      proposalId: "prop_1",
      createdAt: "2026-11-20T10:00:00.000Z",
      vendor: "=Hetzner, GmbH",
      agentId: "buyer-1",
      amountUsd: 25,
      before: "automatic",
      after: "waits",
      foundBefore: null,
      foundAfter: { rule: "large", effect: "require", text: "Needs 2 approvals." },
    },
  ],
  unknown: 2,
  unknowns: [],
  unknownReasons: [{ reason: "judge", spends: 2 }],
  outcomes: [],
  totals,
  vendors: [],
  agents: [],
};

it("summarizes a replay in one sentence for each fact", () => {
  expect(replaySummary({ ...report, unknown: 0 })).toBe(
    "1 of 1,200 spends would have another outcome.",
  );
  expect(replaySummary(report)).toBe(
    "1 of 1,200 spends would have another outcome. For 2 spends it cannot be known.",
  );
  expect(replaySummary({ ...report, changed: 0, unknown: 0 })).toBe(
    "None of 1,200 spends would have another outcome.",
  );
  expect(replaySummary({ ...report, spends: 0 })).toBe("No spend was proposed in this range.");
  expect(unknownTexts(report)).toEqual(["2 spends: the judge was not asked."]);
});

it("names the range of a saved draft", () => {
  const draft = {
    rules: { version: 1, rules: [] },
    savedAt: "2026-11-20T10:00:00.000Z",
    replayDaily: true,
    days: 14,
    lastReplay: null,
    problem: null,
  } as const;
  const range = "Replayed daily over the last 14 days.";
  expect(draftRangeText(draft)).toBe(`${range} Not replayed yet.`);
  const lastReplay = { ...report, at: "2026-11-21T10:00:00.000Z", days: 14 };
  expect(draftRangeText({ ...draft, lastReplay })).toBe(range);
  expect(draftRangeText({ ...draft, lastReplay: { ...lastReplay, isComplete: false } })).toBe(
    `${range} The oldest spends are missing.`,
  );
  expect(draftRangeText({ ...draft, replayDaily: false })).toBe("Not replayed daily.");
});

it("exports changed spends, without formulas", () => {
  const [head, line] = replayCsv(report).split("\r\n");
  expect(head).toBe(
    "proposalId,createdAt,vendor,agentId,amountUsd,before,after,ruleBefore,ruleAfter",
  );
  expect(line).toBe(
    `prop_1,2026-11-20T10:00:00.000Z,"'=Hetzner, GmbH",buyer-1,25,automatic,waits,,large`,
  );
});
