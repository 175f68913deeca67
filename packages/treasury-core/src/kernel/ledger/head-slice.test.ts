import { type Json, Micros } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { memoryStorage } from "../../memory.ts";
import { accountFromRecord, accountToRecord, openAccount } from "./account.ts";
import { changesOn, type Command } from "./command.ts";
import { HeadSlice } from "./head-slice.ts";
import { keptDoc } from "./kept-doc.ts";
import type { LedgerHead } from "./ledger-state.ts";
import { command, testCommitter } from "./test-ledger.fixture.ts";

const account = openAccount(Micros.zero, "2026-11-03", 0n);
const head: LedgerHead = { epoch: 1, sequence: 0n, lastHash: "", account };

function namesSlice(name = "names", isNeeded = false) {
  let decodings = 0;
  const slice = new HeadSlice<ReadonlySet<string>>({
    name,
    none: new Set(),
    toJson: (names): Json => [...names],
    fromJson: (json) => {
      decodings += 1;
      return new Set(json as readonly string[]);
    },
    ...(isNeeded && { isNeeded }),
    atReset: (names) => new Set([...names].slice(0, 1)),
  });
  return { slice, decodings: () => decodings };
}

function stored({ account: kept }: LedgerHead): LedgerHead {
  return { ...head, account: accountFromRecord(JSON.parse(JSON.stringify(accountToRecord(kept)))) };
}

it("stores a value under its name, and none without one", () => {
  const { slice } = namesSlice();
  const full = slice.with(head, new Set(["a", "b"]));
  expect(accountToRecord(full.account)).toEqual({ ...accountToRecord(account), names: ["a", "b"] });
  expect(slice.with(full, slice.of(full.account))).toBe(full);
  const emptied = slice.with(full, slice.of(account));
  expect(accountToRecord(emptied.account)).toEqual(accountToRecord(account));
});

it("is decoded once, until it changes", () => {
  const { slice, decodings } = namesSlice();
  const read = stored(slice.with(head, new Set(["a"])));
  const value = slice.of(read.account);
  expect(value).toEqual(new Set(["a"]));
  const later = { ...read.account, day: "2026-11-04" };
  expect(slice.of(later)).toBe(value);
  expect(decodings()).toBe(1);
});

it("is written back unchanged by a process without its feature", () => {
  const { slice } = namesSlice();
  const twice = stored(stored(slice.with(head, new Set(["a", "b"]))));
  expect(slice.of(twice.account)).toEqual(new Set(["a", "b"]));
});

it("keeps after a reset what its feature keeps", () => {
  const { slice } = namesSlice();
  const after = slice.afterReset(stored(slice.with(head, new Set(["a", "b"]))));
  expect(accountToRecord(after.account)["names"]).toEqual(["a"]);
  expect(slice.afterReset(head)).toBe(head);
});

it("raises the format of the account while a needed slice has a value", () => {
  const { slice } = namesSlice("names", true);
  const needing = stored(stored(slice.with(head, new Set(["a"]))));
  expect(accountToRecord(needing.account)).toMatchObject({ format: 3, needs: ["names"] });
  const over = accountToRecord(slice.with(needing, slice.of(account)).account);
  expect([over["format"], over["needs"]]).toEqual([2, undefined]);
});

it("keeps a process without it from committing while it is needed", async () => {
  const { slice } = namesSlice("names", true);
  const storage = memoryStorage();
  const set = (names: ReadonlySet<string>): Command<null> =>
    command((ledger) => {
      const put = [keptDoc({ kind: "test", id: "names" }, 1, [...names])];
      const changes = changesOn(ledger, { head: slice.with(ledger.head, names), put });
      return { kind: "changed", answer: null, changes };
    });
  const known = [namesSlice("other").slice, slice];
  const { committer } = testCommitter(storage, undefined, undefined, known);
  const { committer: without } = testCommitter(storage);
  await committer.run("acme", set(new Set(["a"])));
  const change = command((ledger) => {
    return { kind: "changed", answer: null, changes: changesOn(ledger, {}) };
  });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await expect(without.run("acme", change)).rejects.toMatchObject({
      code: "storage_error",
      message: expect.stringContaining('uses "names", which this process does not have') as unknown,
    });
  }
  const [kept] = await storage.load([{ workspaceId: "acme", keys: [] }]);
  expect(kept?.head?.version).toBe(1n);
  await committer.run("acme", set(slice.of(account)));
  expect(await without.run("acme", change)).toBeNull();
});

it("is independent of other slices", () => {
  const [one, other] = [namesSlice("one").slice, namesSlice("other").slice];
  const both = other.with(one.with(head, new Set(["a"])), new Set(["b"]));
  expect(one.of(both.account)).toEqual(new Set(["a"]));
  expect(other.of(stored(both).account)).toEqual(new Set(["b"]));
});
