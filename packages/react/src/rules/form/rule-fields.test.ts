import { describe, expect, it } from "vitest";
import { conditionParts } from "../condition-parts.ts";
import { readText, textOf } from "./field-text.ts";
import {
  changesBy,
  changesByEffect,
  effectShapes,
  type RuleField,
  textFields,
} from "./rule-fields.ts";

const fields = [
  ...Object.values(conditionParts).flatMap(({ shapes }) => shapes),
  ...effectShapes,
].flatMap((shape) => shape.fields);

function fieldOf(path: string, among: readonly RuleField[] = fields): RuleField {
  const found = among.find((one) => one.path.join(".") === path);
  if (found === undefined) throw new Error(`There is no field ${path}.`);
  return found;
}

function emptied(rule: object, path: string, among: readonly RuleField[] = fields): unknown {
  const field = fieldOf(path, among);
  const [change] = changesBy(rule, field, field.path, readText(field.kind, " "));
  return change?.[1];
}

it("reads amounts with commas between thousands only", () => {
  expect(readText("usd", "1,250.50")).toBe(1250.5);
  expect(readText("usd", "12,50")).toBe("12,50");
});

describe("an emptied field", () => {
  it("remains, so that validation reports it", () => {
    const kinds = new Set(["usd", "number", "text", "list"]);
    const typed = fields.filter(({ kind, optional }) => kinds.has(kind) && optional !== true);
    expect(typed.length).toBeGreaterThan(15);
    for (const { path } of typed) expect(emptied({}, path.join("."))).not.toBeUndefined();
    expect(emptied({ when: { amountUsd: { from: 500 } } }, "when.amountUsd.from")).toBe("");
    expect(emptied({ when: { hours: "22:00-06:00" } }, "when.hours")).toBe("");
  });

  it("is removed if it is optional", () => {
    const both = { when: { amountUsd: { from: 500, below: 900 } } };
    expect(emptied(both, "when.amountUsd.from")).toBeUndefined();
    expect(emptied({ message: "No." }, "message", textFields)).toBeUndefined();
    expect(emptied({}, "then.requireApprovals.from")).toBeUndefined();
  });

  it("is removed when the other bound is given", () => {
    const below = fieldOf("when.amountUsd.below");
    const rule = { when: { amountUsd: { from: "" } } };
    expect(changesBy(rule, below, below.path, 50)).toEqual([
      [["when", "amountUsd", "below"], 50],
      [["when", "amountUsd", "from"], undefined],
    ]);
  });
});

describe("a list", () => {
  it("keeps names with commas", () => {
    const names = ["Acme, Inc.", "figma"];
    expect(readText("list", textOf(names))).toEqual(names);
    expect(readText("list", `${textOf(names)}\n\nHosting, Ltd. `)).toEqual([
      ...names,
      "Hosting, Ltd.",
    ]);
  });
});

describe("another effect", () => {
  const [approvals, deny] = effectShapes;

  it("removes what only automatic approval has", () => {
    if (approvals === undefined || deny === undefined) throw new Error("There are no effects.");
    const rule = { selfReported: true, then: { autoApprove: true } };
    expect(changesByEffect(rule, deny)).toEqual([
      [["then"], { deny: true }],
      [["selfReported"], undefined],
    ]);
    expect(changesByEffect({ then: { deny: true } }, approvals)).toHaveLength(1);
  });
});
