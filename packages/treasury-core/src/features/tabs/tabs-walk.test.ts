import type { CopiedPart, Doc, JsonObject } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { memoryStorage } from "../../memory.ts";
import type { Chunk } from "./charge-tab.ts";
import type { PostingRecord } from "./post-tab.ts";
import type { TabItem } from "./tab-record.ts";
import { TabsWalk } from "./tabs-walk.ts";

async function copied(): Promise<readonly CopiedPart[]> {
  const storage = memoryStorage();
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    autoApprovePayees: "any",
    recoverySeconds: false,
    budget: { startingCapitalUsd: 1000 },
  });
  const { tab } = await treasury.tabs.open({
    amountUsd: 5,
    minutes: 60,
    vendor: "Models",
    purpose: "drafts",
  });
  const tabId = tab.id;
  for (let number = 1; number <= 45; number += 1) {
    await treasury.tabs.charge({ tabId, chargeId: String(number), amountUsd: 0.05 });
  }
  const parts: CopiedPart[] = [];
  for await (const part of storage.copy("demo")) parts.push(part);
  await treasury.close();
  return parts;
}

function problemOf(parts: readonly CopiedPart[]): string | null {
  const walk = new TabsWalk();
  for (const part of parts) walk.see(part);
  return walk.problem();
}

type Edit = (doc: Doc) => Doc | null;

function edited(parts: readonly CopiedPart[], kind: string, edit: Edit): readonly CopiedPart[] {
  let isDone = false;
  return parts.flatMap((part) => {
    if (isDone || part.kind !== "doc" || part.doc.kind !== kind) return [part];
    isDone = true;
    const doc = edit(part.doc);
    return doc === null ? [] : [{ ...part, doc }];
  });
}

const withBody = (change: (body: never) => object): Edit => {
  return (doc) => ({ ...doc, body: change(doc.body as never) as JsonObject });
};

const firstItem = (change: (item: TabItem) => TabItem) =>
  withBody(({ items, ...chunk }: Chunk) => ({
    ...chunk,
    items: items.map((item, index) => (index === 0 ? change(item) : item)),
  }));

it("accepts the charges of postings and of an open tab", async () => {
  expect(problemOf(await copied())).toBeNull();
});

it.each<[what: string, kind: string, edit: Edit]>([
  ["the amount of a charge", "tab_charges", firstItem(([n, , ...rest]) => [n, "1", ...rest])],
  ["the meter of a charge", "tab_charges", firstItem(([n, a, , ...rest]) => [n, a, "x", ...rest])],
  ["a charge less", "tab_charges", withBody((c: Chunk) => ({ ...c, items: c.items.slice(1) }))],
  ["a list less", "tab_charges", () => null],
  ["a posting less", "tab_posting", () => null],
  ["its amount", "tab_posting", withBody((p: PostingRecord) => ({ ...p, amount: "1" }))],
  ["its digest", "tab_posting", withBody((p: PostingRecord) => ({ ...p, digest: "0" }))],
  ["its entry", "tab_posting", withBody((p: PostingRecord) => ({ ...p, entryId: "entry_1_9" }))],
])("detects a change of %s", async (_what, kind, edit) => {
  expect(problemOf(edited(await copied(), kind, edit))).not.toBeNull();
});
