import { type Json, Micros } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { accountFromRecord, accountToRecord, openAccount } from "./account.ts";
import { HeadSlice } from "./head-slice.ts";
import type { LedgerHead } from "./ledger-state.ts";

const account = openAccount(Micros.zero, "2026-11-03", 0n);
const head: LedgerHead = { epoch: 1, sequence: 0n, lastHash: "", account };

function namesSlice(name = "names") {
  let decodings = 0;
  const slice = new HeadSlice<ReadonlySet<string>>({
    name,
    none: new Set(),
    toJson: (names): Json => [...names],
    fromJson: (json) => {
      decodings += 1;
      return new Set(json as readonly string[]);
    },
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

it("keeps after a reset what its feature says", () => {
  const { slice } = namesSlice();
  const after = slice.afterReset(stored(slice.with(head, new Set(["a", "b"]))));
  expect(accountToRecord(after.account)["names"]).toEqual(["a"]);
  expect(slice.afterReset(head)).toBe(head);
});

it("is independent of other slices", () => {
  const [one, other] = [namesSlice("one").slice, namesSlice("other").slice];
  const both = other.with(one.with(head, new Set(["a"])), new Set(["b"]));
  expect(one.of(both.account)).toEqual(new Set(["a"]));
  expect(other.of(stored(both).account)).toEqual(new Set(["b"]));
});
