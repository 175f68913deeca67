import { expect, it } from "vitest";
import { shownRecords } from "../kernel/views/shown-records.ts";
import { jsonText } from "./json-text.ts";

const place = {
  kind: "proposal",
  epoch: 1,
  ordinal: 1n,
  open: false,
  dueAt: null,
  expiresAt: null,
};

const { show, prepare } = shownRecords();

function shown(count: number, text: string): readonly object[] {
  return Array.from({ length: count }, (_, index) => {
    const record = { ...place, id: `p${index}`, body: {} };
    return show(record, () => ({ id: record.id, text, missing: undefined }));
  });
}

const bodies: readonly object[] = [
  {},
  { proposal: { id: "p", at: new Date(0), gone: undefined, none: null }, state: null },
  { list: [], empty: {}, mixed: [1, "two", undefined, null, { three: [3] }], gone: undefined },
  { state: { proposals: shown(3, "tea"), deeper: { deepest: { 'a"b': [true] } } }, count: 3 },
  { state: { proposals: shown(400, "Grüße 🍵".repeat(40)) } },
];

it.each(bodies)("is what `JSON.stringify` returns, also of repeated records: %#", (body) => {
  const expected = JSON.stringify(body);
  for (const answer of [prepare(body), prepare(body)]) {
    expect([jsonText(answer)].flat().join("")).toBe(expected);
  }
  expect(jsonText(body)).toBe(expected);
});

it("is split into pieces if it is long", () => {
  const text = jsonText(prepare({ list: shown(400, "x".repeat(1_000)) }));
  expect(text).toHaveLength(7);
  expect(Math.max(...[text].flat().map(({ length }) => length))).toBeLessThanOrEqual(65_536);
});
