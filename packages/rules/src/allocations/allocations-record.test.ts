import { isTreasuryError, type Json, Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { dollars, now } from "../evaluate/evaluation.fixture.ts";
import { allocationOf } from "./allocation.fixture.ts";
import { allocationsToJson, readAllocations, readWithAncestors } from "./allocations-record.ts";

function idsFrom(json: Json, id: string): string[] {
  return readWithAncestors(json, id).map((one) => one.id);
}

describe("stored allocations", () => {
  it("are read as they were written", () => {
    const allocations = [
      allocationOf("marketing", { limit: null }),
      allocationOf("ads", { parent: "marketing", endsAt: now }),
      allocationOf("total", { limit: { amount: Micros.of(1n), window: null } }),
      allocationOf("week", {
        limit: { amount: dollars(9), window: { kind: "rolling", hours: 168 } },
        isArchived: true,
      }),
    ];
    const stored = JSON.parse(JSON.stringify(allocationsToJson(allocations))) as Json;
    expect(readAllocations(stored)).toEqual(allocations);
  });

  it("are read with their ancestors only", () => {
    const ids = ["company", "team", "project", "task", "step", "detail"];
    const chain = ids.map((id, index) => allocationOf(id, { parent: ids[index - 1] ?? null }));
    const stored = allocationsToJson([...chain, allocationOf("other")]);
    expect(readWithAncestors(stored, "team")).toEqual([chain[1], chain[0]]);
    expect(idsFrom(stored, "absent")).toEqual([]);
    expect(idsFrom(stored, "detail")).toEqual(["detail", "step", "task", "project", "team"]);
    expect(idsFrom([{ id: "team", name: "Team", parent: "team" }], "team")).toHaveLength(5);
    expect(() => readWithAncestors({}, "team")).toThrow("is not a list");
    expect(() => readWithAncestors([{ id: "team" }], "team")).toThrow("has no `name` for team");
  });

  it("leave out defaults", () => {
    expect(allocationsToJson([allocationOf("ads", { limit: null })])).toEqual([
      { id: "ads", name: "Name of ads" },
    ]);
  });

  const ads = { id: "ads", name: "Ads" };
  it.each<Json>([
    {},
    [null],
    [[]],
    [{ name: "Ads" }],
    [{ id: "ads" }],
    [{ ...ads, parent: 1 }],
    [{ ...ads, endsAt: "2026" }],
    [{ ...ads, isArchived: 1 }],
    [{ ...ads, limit: "100" }],
    [{ ...ads, limit: {} }],
    [{ ...ads, limit: { amount: 100 } }],
    [{ ...ads, limit: { amount: "-1" } }],
    [{ ...ads, limit: { amount: "1", per: "decade" } }],
    [{ ...ads, limit: { amount: "1", per: {} } }],
    [{ ...ads, limit: { amount: "1", per: { rollingHours: 0 } } }],
  ])("are an error if they are %j, because a limit would be missing", (stored) => {
    expect(() => readAllocations(stored)).toThrow(
      expect.toSatisfy((error) => isTreasuryError(error) && error.code === "storage_error"),
    );
  });
});
