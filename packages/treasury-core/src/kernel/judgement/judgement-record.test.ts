import type { Json } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { judgementFromJson, type JudgementRecord, judgementToJson } from "./judgement-record.ts";

const record: JudgementRecord = {
  at: 1_000,
  findings: [{ rule: "small", effect: "approve", text: "Approved by `small`." }],
  charges: [
    { counter: "daily.11111111", group: null, payee: null },
    { counter: "monthly.22222222", group: null, payee: null },
    { counter: "vendors.33333333", group: "aws", payee: null },
    { counter: "new.44444444", group: null, payee: "aws" },
    { counter: "new-by-agent.55555555", group: "agent", payee: "aws" },
  ],
  allocations: ["ads.month", "marketing.total"],
};

describe("a stored judgement", () => {
  it("is read as it was written", () => {
    const stored = JSON.parse(JSON.stringify(judgementToJson(record))) as Json;
    expect(judgementFromJson(stored)).toEqual(record);
    const empty: JudgementRecord = { at: 0, findings: [], charges: [], allocations: [] };
    expect(judgementFromJson(judgementToJson(empty))).toEqual(empty);
  });

  it("names a group once", () => {
    expect(judgementToJson(record)["charges"]).toContainEqual([
      "daily.11111111 monthly.22222222",
      null,
      null,
    ]);
  });

  it("is read from a record with an object for each charge", () => {
    expect(judgementFromJson(record as unknown as Json)).toEqual(record);
  });
});
