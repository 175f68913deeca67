import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { writtenRuleSets } from "./random-rules.fixture.ts";
import { readRuleSet } from "./read-rule-set.ts";
import { ruleSetJsonSchema } from "./rule-set-schema.ts";
import { ruleSetToJson } from "./to-json.ts";

const schema = ruleSetJsonSchema();
const validator = z.fromJSONSchema(schema);

function isValid(rule: object): boolean {
  return validator.safeParse({ version: 1, rules: [rule] }).success;
}

/** Lists the properties without a description. */
function undescribed(part: unknown, path: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { properties } = part as {
    properties?: Record<string, true | { description?: string }>;
  };
  const here = Object.entries(properties ?? {}).flatMap(([name, property]) =>
    property !== true && property.description === undefined ? [`${path}.${name}`] : [],
  );
  return [
    ...here,
    ...Object.entries(part).flatMap(([key, one]) => undescribed(one, `${path}.${key}`)),
  ];
}

describe("ruleSetJsonSchema", () => {
  it("is part of the OpenAPI document; `vitest run -u` on this file writes it", async () => {
    const { $schema: _dialect, $id: _id, ...rest } = schema;
    const part = { ...rest, title: "WrittenRuleSet" };
    await expect(`${JSON.stringify(part, null, 2)}\n`).toMatchFileSnapshot(
      "../../../contract/src/written-rules.schema.json",
    );
  });

  it("is draft 2020-12", () => {
    expect(schema["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema");
  });

  it("describes every field", () => {
    expect(undescribed(schema, "")).toEqual([]);
  });

  it("accepts every rule set that is accepted, and its canonical form", () => {
    fc.assert(
      fc.property(writtenRuleSets, (written) => {
        const plain: unknown = JSON.parse(JSON.stringify(written));
        expect(validator.safeParse(plain).error).toBeUndefined();
        expect(validator.safeParse(ruleSetToJson(readRuleSet(plain))).error).toBeUndefined();
      }),
    );
  });

  it.each([
    [{ id: "a", then: {} }],
    [{ id: "a", then: { deny: true, autoApprove: true } }],
    [{ id: "a", then: { deny: false } }],
    [{ id: "a", then: { deny: true }, foo: 1 }],
    [{ id: "A", then: { deny: true } }],
    [{ id: "a", when: { hours: "9-17" }, then: { deny: true } }],
    [{ id: "a", when: { vendors: {} }, then: { deny: true } }],
    [{ id: "a", then: { limit: { per: "day" } } }],
    [{ id: "a", then: { limit: { amountUsd: "12,50" } } }],
    [{ id: "a", then: { requireApprovals: { count: 11 } } }],
  ])("rejects %j", (rule) => {
    expect(isValid(rule)).toBe(false);
  });
});
