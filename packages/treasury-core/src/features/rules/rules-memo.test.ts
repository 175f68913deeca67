import type { Json } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { judgementFromJson, judgementToJson } from "../../kernel/judgement/judgement-record.ts";
import { allocationsMemo, chargesMemo, newPayeeMemo } from "./rules-memo.ts";

const charges = [
  { counter: "daily.11111111", group: null, payee: null },
  { counter: "monthly.22222222", group: null, payee: null },
  { counter: "vendors.33333333", group: "aws", payee: null },
  { counter: "new.44444444", group: null, payee: "aws" },
  { counter: "new-by-agent.55555555", group: "agent", payee: "aws" },
];
const findings = [{ rule: "small", effect: "approve", text: "Approved by `small`." }] as const;
const memo = { ...chargesMemo.with(charges), ...allocationsMemo.with(["ads.month"]), later: [1] };
const record = { at: 1_000, findings, memo };

describe("a stored judgement", () => {
  it("is read as it was written, with what another version stored", () => {
    const stored = JSON.parse(JSON.stringify(judgementToJson(record))) as Json;
    expect(judgementFromJson(stored)).toEqual(record);
    expect(chargesMemo.of(record)).toEqual(charges);
    expect(allocationsMemo.of(record)).toEqual(["ads.month"]);
    expect(newPayeeMemo.of(record)).toBeUndefined();
  });

  it("names a group once", () => {
    expect(judgementToJson(record)["charges"]).toContainEqual([
      "daily.11111111 monthly.22222222",
      null,
      null,
    ]);
  });

  it("is read from a record with an object for each charge", () => {
    const earlier = judgementFromJson({ at: 1_000, findings: [], charges });
    expect(chargesMemo.of(earlier)).toEqual(charges);
  });
});
