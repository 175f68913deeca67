import { type Entry, Micros } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { csvHeading, csvLineOf } from "./csv-lines.ts";

/** A line of an expense, by column name. */
function rowOf(vendor: string, operator: { text: string } | null, operatorVerified: boolean) {
  const decision = { vendor: { text: vendor }, operator, operatorVerified };
  const body = {
    id: "entry_1",
    type: "expense",
    description: { text: "pens" },
    decision,
    proposalId: null,
    reference: null,
    reversalOf: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    day: "2026-11-21",
  };
  const hashes = { previousHash: "0", hash: "1" };
  const [amount, balance] = [Micros.of("-4000000"), Micros.of("96000000")];
  const entry = { epoch: 1, sequence: 1n, amount, balance, ...hashes, body } as unknown as Entry;
  const cells = csvLineOf("acme", entry).split(",");
  return Object.fromEntries(csvHeading.split(",").map((name, index) => [name, cells[index]]));
}

it("escapes control characters and bidirectional controls", () => {
  expect(rowOf("Ac\u202eme\u001b[31m\u2028", null, false)["vendor"]).toBe(
    String.raw`Ac\u202eme\u001b[31m\u2028`,
  );
});

it("has a column for whether the approver was verified", () => {
  expect(rowOf("Acme", { text: "Ada" }, true)).toMatchObject({ operatorVerified: "true" });
  expect(rowOf("Acme", { text: "Ada" }, false)).toMatchObject({ operatorVerified: "false" });
  expect(rowOf("Acme", null, false)).toMatchObject({ operatorVerified: "" });
});
