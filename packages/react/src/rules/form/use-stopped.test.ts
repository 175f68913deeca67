import type { ReplayChange } from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import { stoppedIn, stoppedText } from "./use-stopped.ts";

const change = {
  amountUsd: 20,
  foundBefore: { rule: "cloud", effect: "deny", text: "" },
} as ReplayChange;

it("shows what a rule stopped, and that another stopped nothing", () => {
  const stopped = stoppedIn({ changes: [change], changed: 1, isComplete: true });
  expect(stoppedText(stopped, "cloud")).toBe("Stopped or referred 1 spend of $20.00 in 30 days.");
  expect(stoppedText(stopped, "paper")).toBe("Stopped nothing in 30 days.");
});

it.each([
  ["lists only the newest changes", { changed: 1_001, isComplete: true }],
  ["reads only the newest spends", { changed: 1, isComplete: false }],
])("claims no total if the replay %s", (_what, report) => {
  const stopped = stoppedIn({ changes: [change], ...report });
  expect(stoppedText(stopped, "cloud")).toMatch(/^Stopped or referred at least 1 spend /);
  expect(stoppedText(stopped, "paper")).toBeNull();
});
