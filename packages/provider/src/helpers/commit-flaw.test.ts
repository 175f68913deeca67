import { describe, expect, it } from "vitest";
import type { Commit, Doc, Head } from "../ports/commit.ts";
import { assertDistinctWorkspaces, commitFlaw } from "./commit-flaw.ts";

const next: Head = {
  workspaceId: "acme",
  version: 8n,
  epoch: 1,
  sequence: 0n,
  lastHash: "00",
  account: null,
};
const commit: Commit = {
  id: "c1",
  workspaceId: "acme",
  expectedVersion: 7n,
  next,
  entries: [],
  put: [],
  create: [],
  claim: [],
};
const doc: Doc = {
  kind: "proposal",
  id: "p1",
  epoch: 1,
  ordinal: 1n,
  open: true,
  dueAt: null,
  expiresAt: null,
  body: null,
};

describe("commitFlaw", () => {
  it("accepts a commit that increases the version by one, and a read-only commit", () => {
    expect(commitFlaw({ ...commit, put: [doc, { ...doc, id: "p2" }] })).toBeNull();
    expect(commitFlaw({ ...commit, next: null })).toBeNull();
  });

  it("rejects a read-only commit that contains changes", () => {
    expect(commitFlaw({ ...commit, next: null, put: [doc] })).toMatch(/read-only/);
    expect(commitFlaw({ ...commit, next: null, create: [doc] })).toMatch(/read-only/);
  });

  it("rejects a head with another workspace or version", () => {
    expect(commitFlaw({ ...commit, next: { ...next, workspaceId: "other" } })).toMatch(/another/);
    expect(commitFlaw({ ...commit, next: { ...next, version: 7n } })).toMatch(/plus one/);
    expect(commitFlaw({ ...commit, next: { ...next, version: 9n } })).toMatch(/plus one/);
  });

  it("rejects a key that is written or claimed twice", () => {
    const claim = { key: { kind: "deposit", id: "s1" }, expiresAt: null };
    expect(commitFlaw({ ...commit, put: [doc, doc] })).toMatch(/same key/);
    expect(commitFlaw({ ...commit, create: [doc, doc] })).toMatch(/same key/);
    expect(commitFlaw({ ...commit, put: [doc], create: [doc] })).toMatch(/same key/);
    expect(commitFlaw({ ...commit, claim: [claim, claim] })).toMatch(/claims the same key twice/);
  });
});

describe("assertDistinctWorkspaces", () => {
  it("rejects a call with two commits for one workspace", () => {
    const other = { ...commit, workspaceId: "other" };
    expect(() => assertDistinctWorkspaces([commit, other])).not.toThrow();
    expect(() => assertDistinctWorkspaces([commit, other, commit])).toThrow(/workspace acme/);
  });
});
