import { describe, expect, it } from "vitest";
import { formOf, idFor, readForm } from "./allocation-form.ts";
import { anAllocation } from "./allocation.fixture.ts";

describe("the form of an allocation", () => {
  it("creates an allocation with all fields", () => {
    const form = { ...formOf(null, "ops"), id: "ads", name: "Ads", limit: "1,500.5" };
    expect(readForm(form, null).request).toEqual({
      id: "ads",
      name: "Ads",
      parent: "ops",
      limitUsd: 1500.5,
      per: "month",
      endsAt: null,
    });
  });

  it("sends only what changed", () => {
    const before = formOf(anAllocation(), null);
    expect(readForm(before, before).request).toEqual({ id: "ads" });
    expect(readForm({ ...before, window: "total" }, before).request).toEqual({
      id: "ads",
      limitUsd: 50,
      per: null,
    });
    expect(readForm({ ...before, limit: "" }, before).request).toEqual({
      id: "ads",
      limitUsd: null,
      per: null,
    });
    expect(readForm({ ...before, window: "rolling", hours: "12" }, before).request).toMatchObject({
      per: { rollingHours: 12 },
    });
  });

  it("shows the same end as it sends", () => {
    const endsAt = "2027-01-31T17:30:00.000Z";
    const form = formOf(anAllocation({ endsAt, per: { rollingHours: 6 } }), null);
    expect(form).toMatchObject({ window: "rolling", hours: "6" });
    expect(readForm(form, { ...form, ends: "" }).request).toEqual({ id: "ads", endsAt });
  });

  it("rejects an invalid id, limit and window", () => {
    const form = { ...formOf(null, null), id: "ads" };
    expect(readForm({ ...form, id: "Ads!" }, null).problem).toContain("lower-case");
    for (const limit of ["0", "12,50", "1.250,50"]) {
      expect(readForm({ ...form, limit }, null).problem).toContain("above zero");
    }
    expect(
      readForm({ ...form, limit: "5", window: "rolling", hours: "0" }, null).problem,
    ).toContain("hours");
    expect(readForm({ ...form, hours: "0" }, null).problem).toBeNull();
  });

  it("suggests an id for a name", () => {
    expect(idFor(" Ads, Q3 ")).toBe("ads-q3");
    expect(idFor("Crème")).toBe("creme");
  });
});
