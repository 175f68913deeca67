import { expect, it } from "vitest";
import {
  daysUntil,
  readStandingForm,
  type StandingForm,
  standingFormFor,
} from "./standing-form.ts";

const now = Date.parse("2026-11-21T10:00:00.000Z");
const form = standingFormFor(24);
const read = (fields: Partial<StandingForm>) => readStandingForm({ ...form, ...fields }, now);

it("reads the limits of a standing approval", () => {
  const endsAt = "2027-02-19T10:00:00.000Z";
  expect(read({ count: "5" })).toEqual({
    problem: null,
    terms: { maximumUsd: 24, count: 5, endsAt },
  });
  expect(read({ maximum: "$12.50", limit: "1,000", per: "week" })).toEqual({
    problem: null,
    terms: { maximumUsd: 12.5, windowMaximumUsd: 1000, per: "week", endsAt },
  });
  const soon = "2026-11-28T10:00:00.000Z";
  expect(read({ limit: "24", count: " 10000 ", days: "7" }).terms).toEqual({
    maximumUsd: 24,
    windowMaximumUsd: 24,
    per: "month",
    count: 10_000,
    endsAt: soon,
  });
});

it.each([
  ["2026-12-21T10:00:00.000Z", "30"],
  ["2026-12-21T09:00:00.000Z", "30"],
  ["2026-12-05T10:00:00.000Z", "14"],
  ["2026-11-20T10:00:00.000Z", "1"],
])("reads the end %s as %s days", (endsAt, days) => {
  expect(daysUntil(endsAt, now)).toBe(days);
});

it.each([
  [{}, "Enter a limit, a number of spends, or both."],
  [{ maximum: "0", count: "1" }, "Enter a maximum above zero"],
  [{ maximum: "", count: "1" }, "Enter a maximum above zero"],
  [{ maximum: "12,50", count: "1" }, "Enter a maximum above zero"],
  [{ limit: "100,00" }, "Enter a limit of at least $24.00"],
  [{ limit: "23.99" }, "Enter a limit of at least $24.00"],
  [{ limit: "all" }, "Enter a limit of at least $24.00"],
  [{ count: "0" }, "Enter a number of spends from 1"],
  [{ count: "1.5" }, "Enter a number of spends from 1"],
  [{ count: "10001" }, "Enter a number of spends from 1"],
] as const)("rejects %j", (fields, problem) => {
  expect(read(fields).terms).toBeNull();
  expect(read(fields).problem).toContain(problem);
});
