import type { WrittenRuleSet } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { checkDraft, draftOf, railsOf } from "./check-draft.ts";

const limit = { amountUsd: "500.00", per: "month" } as const;
const published: WrittenRuleSet = {
  version: 1,
  rules: [{ id: "cloud", when: { rails: ["acme-pay"] }, then: { limit } }],
};

describe("a draft of rules", () => {
  it("reports the line of each problem", () => {
    const { rules, problems } = checkDraft(
      "version: 1\nrules:\n  - id: one\n    then: { denny: true }",
    );
    expect(rules).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 4, text: expect.stringContaining("`one`") });
  });

  it("reports a problem of the syntax", () => {
    expect(checkDraft("version: 1\nrules: [").problems[0]?.line).toBe(2);
  });

  it("writes published rules so that they are read back unchanged", () => {
    const text = draftOf(published);
    expect(checkDraft(text, railsOf(published))).toMatchObject({
      rules: published,
      problems: [],
    });
    expect(checkDraft(text).problems[0]?.line).toBeGreaterThan(1);
  });

  it("offers no cards for a text with aliases", () => {
    const rule = "{ limit: { amountUsd: *most, per: month } }";
    const first = "{ id: one, then: { limit: { amountUsd: &most 500, per: day } } }";
    const text = `version: 1\nrules:\n  - ${first}\n  - { id: two, then: ${rule} }\n`;
    expect(checkDraft(text)).toMatchObject({ written: null, hasAliases: true, problems: [] });
    expect(checkDraft(draftOf(published))).toMatchObject({ hasAliases: false });
  });

  it("writes rules of a newer service as JSON", () => {
    const newer = { version: 1, rules: [{ id: "one", then: { notify: true } }] };
    expect(JSON.parse(draftOf(newer as unknown as WrittenRuleSet))).toEqual(newer);
  });
});
