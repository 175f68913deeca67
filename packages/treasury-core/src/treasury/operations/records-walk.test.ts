import type { Doc } from "@agent-treasury/provider";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Contents,
  contentsOf,
  edited,
  storageHolding,
} from "../../ledger/edited-storage.fixture.ts";
import { dollars } from "../../ledger/test-ledger.fixture.ts";
import { ada, testTreasury } from "../test-treasury.fixture.ts";
import { verifyCopy } from "./verify-treasury.ts";

let whole: Contents;
let pendingId: string;
let executedId: string;

beforeAll(async () => {
  const treasury = testTreasury();
  await treasury.credit(dollars(100));
  await treasury.propose({ amount: dollars(3) });
  await treasury.setLimits({ dailySpendCap: dollars(70) });
  await treasury.reset(ada);
  await treasury.credit(dollars(90));
  await treasury.setLimits({ dailySpendCap: dollars(60) });
  await treasury.setLimits({});
  await treasury.setLimits({ dailySpendCap: dollars(60) });
  executedId = (await treasury.approve((await treasury.propose()).id)).id;
  await treasury.deny((await treasury.propose()).id);
  pendingId = (await treasury.propose()).id;
  whole = await contentsOf(treasury.engine.storage, "acme");
});

async function problemOf(contents: Contents): Promise<string | null> {
  return (await verifyCopy("acme", storageHolding(contents).copy("acme"))).problem;
}

function withDocs(change: (doc: Doc) => Doc | null): Contents {
  return { ...whole, docs: whole.docs.flatMap((doc) => change(doc) ?? []) };
}

function editing(id: string, path: readonly string[], value: unknown): Contents {
  return withDocs((doc) => (doc.id === id ? edited(doc, path, value) : doc));
}

describe("the records beside a chain", () => {
  it("fit as they were written, over a reset and changes of the budget", async () => {
    expect(await problemOf(whole)).toBeNull();
  });

  it.each([
    ["held", "5", "amount held"],
    ["newestProposal", "9", "counts 9 proposals"],
    ["newestProposal", "3", "counts 3 proposals"],
    ["payment", null, "payment provider"],
    ["overrides", {}, "own limits"],
    ["overrides", { dailySpendCap: "61000000" }, "own limits"],
  ])("show an edit of the head's %s", async (field, value, told) => {
    const head = edited(whole.head, ["account", field], value);
    expect(await problemOf({ ...whole, head })).toContain(told);
  });

  it("show a proposal that was removed, added, or paid otherwise than the entries say", async () => {
    for (const id of [pendingId, executedId]) {
      const without = withDocs((doc) => (doc.id === id ? null : doc));
      expect(await problemOf(without)).toContain("are not one for each");
    }
    const twice = [...whole.docs, { ...whole.docs.find(({ id }) => id === pendingId)!, id: "x" }];
    expect(await problemOf({ ...whole, docs: twice })).toContain("are not one for each");
    const cheaper = editing(executedId, ["body", "captured"], "1");
    expect(await problemOf(cheaper)).toContain("say was paid");
    // Approved behind the treasury's back: nothing is held for it.
    const approved = editing(pendingId, ["body", "status"], "approved");
    expect(await problemOf(approved)).toContain("amount held");
    const hidden = editing(pendingId, ["open"], false);
    expect(await problemOf(hidden)).toContain("is pending, but is not kept as one that is");
  });

  it("show a change of the budget that was removed or made up", async () => {
    const changes = whole.docs.filter(({ kind, epoch }) => kind === "budget_change" && epoch === 2);
    expect(changes).toHaveLength(3);
    for (const { id } of changes) {
      const without = withDocs((doc) => (doc.id === id ? null : doc));
      // Of a change there and back again one half says no more than the other.
      const problem = await problemOf(without);
      expect(problem).toContain("own limits");
    }
  });

  it("that are out of form are told, and do not throw", async () => {
    for (const rubbish of [null, 7, {}, { amount: "x" }]) {
      expect(await problemOf(editing(pendingId, ["body"], rubbish))).toContain("cannot be read");
    }
  });
});
