import type { Proposal, ProposalPage } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { aProposal, aQuote } from "../inbox/proposal.fixture.ts";
import { trendText } from "./trend-bars.tsx";
import { trendDays, trendsOf } from "./trend.ts";
import { mostPages, readRecent } from "./use-trends.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const tree = [
  { id: "operations", parent: null },
  { id: "tools", parent: "operations" },
  { id: "travel", parent: null },
];

function executed(allocationId: string | null, amountUsd: number, day: string): Proposal {
  const executedAt = `${day}T23:59:59.000Z`;
  const amounts = { amountUsd, capturedUsd: amountUsd };
  return aProposal({ status: "executed", allocationId, ...amounts, executedAt });
}

describe("the trend of allocations", () => {
  it("adds up executed spends per day, exactly and with the allocations below", () => {
    const trends = trendsOf(
      tree,
      [
        executed("tools", 0.1, "2026-11-21"),
        executed("tools", 0.2, "2026-11-21"),
        { ...executed("operations", 20, "2026-11-08"), capturedUsd: 18.5 },
        executed("tools", 5, "2026-11-07"),
        executed(null, 7, "2026-11-21"),
        { ...executed("tools", 6, "2026-11-21"), capturedUsd: 0, attention: "Undone." },
        aProposal({ allocationId: "tools" }),
        { ...executed("tools", 9, "2026-11-21"), status: "approved" },
        { ...executed("tools", 3, "2026-11-21"), quote: aQuote({ rail: "request" }) },
      ],
      now,
      "UTC",
    );
    const seen = tree.map(({ id }) => trends.get(id)?.filter(({ spentUsd }) => spentUsd > 0));
    expect(seen).toEqual([
      [
        { day: "2026-11-08", spentUsd: 18.5 },
        { day: "2026-11-21", spentUsd: 0.3 },
      ],
      [{ day: "2026-11-21", spentUsd: 0.3 }],
      [],
    ]);
    expect(trends.get("travel")).toHaveLength(trendDays);
    expect(tree.map(({ id }) => trendText(trends.get(id) ?? []))).toEqual([
      "$18.80 in 14 days, most on 8 Nov: $18.50",
      "$0.30 in 14 days, most on 21 Nov: $0.30",
      "Nothing spent in 14 days",
    ]);
  });

  it("counts the days of the deployment's time zone", () => {
    const spends = [
      { ...executed("tools", 2, "2026-11-20"), executedAt: "2026-11-21T02:59:59.000Z" },
      { ...executed("tools", 3, "2026-11-21"), executedAt: "2026-11-21T12:00:00.000Z" },
    ];
    const lastDays = (timeZone: string, time: Date) =>
      trendsOf(tree, spends, time, timeZone).get("tools")?.slice(-2);
    expect(lastDays("America/Sao_Paulo", now)).toEqual([
      { day: "2026-11-20", spentUsd: 2 },
      { day: "2026-11-21", spentUsd: 3 },
    ]);
    expect(lastDays("Asia/Tokyo", new Date("2026-11-21T15:00:00.000Z"))).toEqual([
      { day: "2026-11-21", spentUsd: 5 },
      { day: "2026-11-22", spentUsd: 0 },
    ]);
  });

  it("reads pages back to a time, and at most three", async () => {
    const days = ["2026-11-20", "2026-11-10", "2026-10-01", "2026-09-01"];
    const asked: unknown[] = [];
    const pageAt = (dates: readonly string[]) => async (page?: { cursor?: string | undefined }) => {
      asked.push(page?.cursor);
      const createdAt = `${dates[asked.length - 1]}T00:00:00.000Z`;
      return { proposals: [aProposal({ createdAt })], cursor: `${asked.length}` } as ProposalPage;
    };
    const read = (dates: readonly string[]) =>
      readRecent({ treasury: { proposals: pageAt(dates) } }, new Date("2026-10-24T12:00:00.000Z"));
    expect(await read(days)).toMatchObject({ isCut: false, proposals: { length: 3 } });
    expect(asked).toEqual([undefined, "1", "2"]);
    asked.length = 0;
    const recent = await read(days.map(() => "2026-11-20"));
    expect([recent.isCut, asked.length]).toEqual([true, mostPages]);
  });
});
