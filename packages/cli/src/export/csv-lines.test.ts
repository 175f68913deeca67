import { type Entry, Micros } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { csvHeading, csvLineOf } from "./csv-lines.ts";

/** A line of an expense, by column name. */
function rowOf(
  vendor: string,
  operator: { text: string } | null,
  operatorVerified: boolean,
  { workspaceId = "acme", ...more }: { workspaceId?: string } & Record<string, unknown> = {},
) {
  const decision = { vendor: { text: vendor }, operator, operatorVerified, ...more };
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
  const spend = { vendor, purpose: "＝1+1", category: "office", agentId: "buyer" };
  const cells = csvLineOf(workspaceId, entry, spend).split(",");
  const names = csvHeading.replace("\uFEFF", "").split(",");
  return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
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

it("begins with a byte order mark, which spreadsheets need to read UTF-8", () => {
  expect(csvHeading.startsWith("\uFEFFworkspaceId,")).toBe(true);
});

it.each(["=1", "+1", "-1", "@a", "＝1", "＋1", "－1", "＠a", " =1"])(
  "keeps %s from being a formula in every column of text",
  (text) => {
    const ruled = { agentId: text, approvers: [] };
    const row = rowOf(text, { text }, true, { workspaceId: text, ruled });
    for (const name of ["workspaceId", "vendor", "operator", "agent", "approver"]) {
      expect([name, row[name]]).toEqual([name, `'${text}`]);
    }
  },
);

it("keeps texts from being formulas where cells end at semicolons", () => {
  expect(rowOf("Acme;=1", { text: "Ada; @a" }, true)).toMatchObject({
    vendor: "Acme;'=1",
    operator: "Ada;' @a",
  });
});

it("names what the spend was, and who approved it", () => {
  const approvers = [{ text: '["ada","Ada"]' }, { text: '["grace","Grace"]' }];
  const ruled = { agentId: "buyer", approvers };
  const approved = rowOf("Acme", { text: "Grace" }, true, { ruled });
  expect(approved).toMatchObject({
    agent: "buyer",
    approver: "Ada; Grace",
    businessDay: "2026-11-21",
    category: "office",
    currency: "USD",
    purpose: "'＝1+1",
  });
  const earlier = rowOf("Acme", { text: "Ada" }, true);
  expect(earlier).toMatchObject({ agent: "", approver: "Ada" });
  const automatic = rowOf("Acme", null, false, { autoApproved: true, ruled });
  expect(automatic["approver"]).toBe("policy");
});
