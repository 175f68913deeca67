import { describe, expect, it } from "vitest";
import type { EventRecord } from "../recording/event-record.ts";
import { newCursor } from "./cursor.ts";
import { planPage } from "./plan-page.ts";

function record(ordinal: number, events: readonly string[]): EventRecord {
  return {
    ordinal,
    id: `r${ordinal}`,
    at: ordinal * 1_000,
    events: events.map((proposalId) => ({ kind: "proposalCreated", proposalId })),
  };
}

function shown(steps: ReturnType<typeof planPage>): string[] {
  return steps.map((step) => {
    if (step.kind === "event") return step.event.eventId;
    if (step.kind === "gap") return `gap of ${step.commits} through ${step.through}`;
    return `skip ${step.event.ordinal}.${step.event.index}${step.event.isLast ? " last" : ""}`;
  });
}

const cursor = newCursor("acme", "", 4);

describe("the plan of a page", () => {
  it("has each event in order, after those that are done", () => {
    const records = [record(5, ["a", "b", "c"]), record(6, ["d"])];
    const steps = planPage({ ...cursor, index: 1 }, records, 6, null);
    expect(shown(steps)).toEqual(["evt_r5_1", "evt_r5_2", "evt_r6_0"]);
  });

  it("has gaps for missing records, also at its end", () => {
    const steps = planPage(cursor, [record(8, ["a"])], 11, null);
    expect(shown(steps)).toEqual(["gap of 3 through 7", "evt_r8_0", "gap of 3 through 11"]);
  });

  it("skips events of other kinds", () => {
    const steps = planPage(cursor, [record(5, ["a", "b"])], 5, ["credited"]);
    expect(shown(steps)).toEqual(["skip 5.0", "skip 5.1 last"]);
  });

  it("ends after 500 events, and not with a gap", () => {
    const many = Array.from({ length: 300 }, (_, place) => `p${place}`);
    const records = [5, 6, 7].map((ordinal) => record(ordinal, many));
    expect(shown(planPage(cursor, records, 10, null)).at(-1)).toBe("evt_r6_299");
  });
});
