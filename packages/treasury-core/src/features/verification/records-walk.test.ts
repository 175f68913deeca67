import type { Doc, Entry, JsonObject } from "@agent-treasury/provider";
import { beforeAll, describe, expect, it } from "vitest";
import { ada, testTreasury } from "../../create/test-treasury.fixture.ts";
import { verifyCopy } from "../../create/verify-copy.ts";
import {
  type Contents,
  contentsOf,
  edited,
  storageHolding,
} from "../../kernel/ledger/edited-storage.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { RecordsWalk } from "./records-walk.ts";

function bodyOf(entry: Entry): JsonObject {
  return entry.body as JsonObject;
}

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
  it("are consistent as written, across a reset and budget changes", async () => {
    expect(await problemOf(whole)).toBeNull();
  });

  it("are consistent if they are older than captured amounts and agents", async () => {
    const older = withDocs((doc) => {
      if (doc.kind !== "proposal") return doc;
      const { captured: _captured, agentId: _agentId, ...body } = doc.body as JsonObject;
      return { ...doc, body };
    });
    expect(await problemOf(older)).toBeNull();
  });

  it("are consistent if more of those were executed than are remembered", () => {
    const spends = 100_001;
    const { head, docs, entries } = whole;
    const spend = docs.find(({ kind, id }) => kind === "proposal" && id === executedId)!;
    const { body: stated, ...proposal } = spend;
    const { captured: _captured, agentId: _agentId, ...body } = stated as JsonObject;
    const payment = entries.find((entry) => bodyOf(entry)["proposalId"] === executedId)!;
    const walk = new RecordsWalk();
    const account = { ...(head!.account as JsonObject), newestProposal: `${spends}`, held: "0" };
    walk.see({ kind: "head", head: { ...head!, account } });
    for (const doc of docs) if (doc.kind !== "proposal") walk.see({ kind: "doc", doc });
    for (let at = 1; at <= spends; at += 1) {
      walk.see({ kind: "doc", doc: { ...proposal, id: `prop_${at}`, ordinal: BigInt(at), body } });
    }
    for (const entry of entries) {
      if (bodyOf(entry)["type"] !== "expense") walk.see({ kind: "entry", entry });
    }
    for (let at = 1; at <= spends; at += 1) {
      const paying = { ...payment, body: { ...bodyOf(payment), proposalId: `prop_${at}` } };
      walk.see({ kind: "entry", entry: paying });
    }
    expect(walk.problem()).toBeNull();
  });

  it.each([
    ["held", "5", "amount held"],
    ["newestProposal", "9", "counts 9 proposals"],
    ["newestProposal", "3", "counts 3 proposals"],
    ["payment", null, "payment provider"],
    ["overrides", {}, "workspace's limits"],
    ["overrides", { dailySpendCap: "61000000" }, "workspace's limits"],
  ])("reveal an edit of the head's %s", async (field, value, message) => {
    const head = edited(whole.head, ["account", field], value);
    expect(await problemOf({ ...whole, head })).toContain(message);
  });

  it("reveal a proposal that was removed, added, or paid differently than its entries", async () => {
    for (const id of [pendingId, executedId]) {
      const without = withDocs((doc) => (doc.kind === "proposal" && doc.id === id ? null : doc));
      expect(await problemOf(without)).toContain("do not match them one to one");
    }
    const twice = [
      ...whole.docs,
      { ...whole.docs.find(({ kind, id }) => kind === "proposal" && id === pendingId)!, id: "x" },
    ];
    expect(await problemOf({ ...whole, docs: twice })).toContain("do not match them one to one");
    const cheaper = editing(executedId, ["body", "captured"], "1");
    expect(await problemOf(cheaper)).toContain("captured by proposals");
    // An approval without a hold.
    const approved = editing(pendingId, ["body", "status"], "approved");
    expect(await problemOf(approved)).toContain("amount held");
    const hidden = editing(pendingId, ["open"], false);
    expect(await problemOf(hidden)).toContain("is pending, but its `open` flag");
  });

  it("reveal a budget change that was removed or invented", async () => {
    const changes = whole.docs.filter(({ kind, epoch }) => kind === "budget_change" && epoch === 2);
    expect(changes).toHaveLength(3);
    for (const { id } of changes) {
      const without = withDocs((doc) => (doc.id === id ? null : doc));
      // Without one half, two opposite changes are still consistent.
      const problem = await problemOf(without);
      expect(problem).toContain("The workspace's limits");
    }
  });

  it("that are unreadable are reported without an exception", async () => {
    for (const rubbish of [null, 7, {}, { amount: "x" }]) {
      expect(await problemOf(editing(pendingId, ["body"], rubbish))).toContain("cannot be read");
    }
  });
});
