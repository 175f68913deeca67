import { expect, it } from "vitest";
import { labelledValues } from "./labelled-values.ts";

it("labels the fields of a purchase, without explanations for the model", () => {
  const bought = {
    proposalId: "prop_1",
    verdict: "safe",
    status: "executed",
    amountUsd: 0.5,
    failure: null,
    resource: {
      from: "https://weather.example",
      status: 200,
      contentType: "text/plain",
      text: "Sunny.",
    },
    reminder: "Spends now need approval.",
  };
  expect(labelledValues(bought)).toEqual([
    ["Status", "executed"],
    ["Amount", "$0.50"],
    ["Seller", "https://weather.example"],
    ["HTTP status", "200"],
    ["Content type", "text/plain"],
    ["Content", "Sunny."],
  ]);
});

it("shows lists of texts, and leaves lists of objects to the raw data", () => {
  const fields = { tags: ["a", "b"], offers: [{ id: 1 }, { id: 2 }], complete: false };
  expect(labelledValues(fields)).toEqual([
    ["Tags", "a, b"],
    ["Offers", "See the raw data"],
    ["Complete", "false"],
  ]);
  for (const other of [null, "text", 3, undefined]) expect(labelledValues(other)).toEqual([]);
});

it("is bounded in number and depth", () => {
  const deep = { a: { b: { c: { d: "far" } } } };
  expect(labelledValues(deep)).toEqual([["C", "See the raw data"]]);
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, index]));
  expect(labelledValues(many)).toHaveLength(16);
});
