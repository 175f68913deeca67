import { type Json, Micros } from "@agent-treasury/provider";
import {
  claimOf,
  commitOf,
  docOf,
  entryOf,
  headOf,
  land,
  largeBody,
  loadOne,
  viewOne,
} from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

/** Texts that an encoding might change. */
export const everyText: readonly string[] = [
  "Bücher für Zoë",
  "東京 😀 👩‍👩‍👧 ",
  "e\u0301 is not \u00e9",
  "שלום, \u202eright to left",
  `'; DROP TABLE heads; -- " \\ \` % _ $1 ? :name`,
  "line\nbreak\r\ttab \u0001 \u007f \ufeff \uffff",
  "  spaces around  ",
];

export const everyJson: readonly Json[] = [
  null,
  true,
  "",
  "null",
  0.1,
  -1.5e-7,
  1e21,
  9_007_199_254_740_991,
  [],
  {},
  [[[{ deep: [null, false, ""] }]]],
  { "": 1, constructor: "c", toString: null, "1": "one", "0": "zero" },
  JSON.parse('{"__proto__": {"polluted": true}}') as Json,
];

export function values({ test, expect }: StorageSuite): void {
  test("stores integers beyond 2^53, and the largest totals, exactly", async (storage) => {
    const big = 9_007_199_254_740_993n;
    const total = Micros.of(8_000_000_000_000_001n);
    const next = headOf("acme", 1n, { sequence: big + 2n, epoch: 2_000_000_000 });
    const entries = [
      entryOf(big, { amount: total, balance: Micros.of(-total) }),
      entryOf(big + 2n, { amount: Micros.of(-total), balance: Micros.of(0n) }),
    ];
    const put = [
      docOf("p1", { ordinal: big + 2n, dueAt: 8_640_000_000_000_000, open: true }),
      docOf("p2", { ordinal: big, expiresAt: 8_640_000_000_000_000 }),
    ];
    const claim = [claimOf("s1", 8_640_000_000_000_000)];
    await land(storage, commitOf("acme", 0n, { next, entries, put, claim }));
    const view = await viewOne(storage, "acme", {}, { order: "oldest" });
    expect(view.head).toEqual(next);
    expect(view.entries).toEqual(entries);
    expect(view.docs).toEqual(put);
    const beyond = await viewOne(storage, "acme", { limit: 0 }, { order: "oldest", beyond: big });
    expect(beyond.entries.length).toBe(1);
    const before = { epoch: 1, ordinal: big + 2n };
    expect((await viewOne(storage, "acme", { before })).docs).toEqual([put[1]]);
    expect((await storage.due(8_640_000_000_000_000, null, 1, ["proposal"]))[0]?.doc).toEqual(
      put[0],
    );
  });

  test("stores text of every script in ids, kinds and bodies", async (storage) => {
    const put = everyText.map((text, index) =>
      docOf(text, { kind: text, ordinal: BigInt(index), body: { [text]: text } }),
    );
    const claim = everyText.map((text) => claimOf(text, null, text));
    const next = headOf("acme", 1n, { account: [...everyText] });
    await land(storage, commitOf("acme", 0n, { next, put, claim }));
    const keys = claim.map(({ key }) => key);
    const snapshot = await loadOne(storage, "acme", keys);
    expect(snapshot.head).toEqual(next);
    expect(snapshot.claimed).toEqual(keys);
    expect(
      snapshot.found.toSorted((left, right) => Number(left.ordinal) - Number(right.ordinal)),
    ).toEqual(put);
    for (const [index, text] of everyText.entries()) {
      expect((await viewOne(storage, "acme", { kind: text })).docs).toEqual([put[index]]);
    }
  });

  test("stores any JSON", async (storage) => {
    const put = everyJson.map((body, index) =>
      docOf(`p${index}`, { body, ordinal: BigInt(-index) }),
    );
    const entries = everyJson.map((body, index) => entryOf(BigInt(index), { body }));
    await land(storage, commitOf("acme", 0n, { put, entries }));
    const view = await viewOne(storage, "acme", {}, { order: "oldest" });
    // Also as text, because some matchers treat `{}` and an object with a key `__proto__` as equal.
    expect(view.docs.map(({ body }) => JSON.stringify(body))).toEqual(
      everyJson.map((body) => JSON.stringify(body)),
    );
    expect(view.docs).toEqual(put);
    expect(view.entries).toEqual(entries);
  });

  test("stores bodies of a megabyte", async (storage) => {
    const body = largeBody(1_000_000);
    const next = headOf("acme", 1n, { account: body });
    const put = [docOf("p1", { body, open: true })];
    const entries = [entryOf(1n, { body })];
    await land(storage, commitOf("acme", 0n, { next, put, entries }));
    const view = await viewOne(storage, "acme");
    const kept = [
      view.head?.account,
      view.open[0]?.body,
      view.docs[0]?.body,
      view.entries[0]?.body,
    ];
    expect(kept.every((one) => JSON.stringify(one) === JSON.stringify(body))).toBe(true);
  });

  test("commits two hundred open documents and five hundred entries at once", async (storage) => {
    const put = Array.from({ length: 200 }, (_, index) =>
      docOf(`p${index}`, { open: true, ordinal: BigInt(index) }),
    );
    const entries = Array.from({ length: 500 }, (_, index) => entryOf(BigInt(index + 1)));
    await land(storage, commitOf("acme", 0n, { put, entries }));
    expect((await loadOne(storage, "acme")).open).toEqual(put);
    expect((await viewOne(storage, "acme", {}, { order: "oldest" })).entries).toEqual(entries);
  });
}
