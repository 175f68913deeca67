import type { Commit, Doc, Head } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "./memory-storage.ts";

const account = { settings: { operators: ["ada"] } };
const head: Head = {
  workspaceId: "acme",
  version: 1n,
  epoch: 1,
  sequence: 0n,
  lastHash: "00",
  account,
};
const doc: Doc = {
  kind: "proposal",
  id: "p1",
  epoch: 1,
  ordinal: 1n,
  open: true,
  dueAt: null,
  expiresAt: null,
  body: { lines: [{ vendor: "Acme" }] },
};
const commit: Commit = {
  id: "c1",
  workspaceId: "acme",
  expectedVersion: 0n,
  next: head,
  entries: [],
  put: [doc],
  create: [],
  claim: [],
};
const request = { workspaceId: "acme", keys: [{ kind: "proposal", id: "p1" }] };

describe("the memory storage", () => {
  it("stores a copy, so that the sender of a commit cannot change it later", async () => {
    const storage = memoryStorage();
    const body = { lines: [{ vendor: "Acme" }] };
    await storage.commit([{ ...commit, put: [{ ...doc, body }] }]);
    body.lines[0]!.vendor = "Mallory";
    const [snapshot] = await storage.load([request]);
    expect(snapshot?.found[0]?.body).toEqual({ lines: [{ vendor: "Acme" }] });
  });

  it("returns deeply frozen objects", async () => {
    const storage = memoryStorage();
    await storage.commit([commit]);
    const [snapshot] = await storage.load([request]);
    const kept = snapshot?.open[0] as unknown as { open: boolean; body: typeof doc.body };
    const keptHead = snapshot?.head as unknown as { version: bigint };
    const lines = (kept.body as { lines: { vendor: string }[] }).lines;
    expect(() => (lines[0]!.vendor = "Mallory")).toThrow(TypeError);
    expect(() => lines.push({ vendor: "Mallory" })).toThrow(TypeError);
    expect(() => (kept.open = false)).toThrow(TypeError);
    expect(() => (keptHead.version = 9n)).toThrow(TypeError);
  });

  it("does not freeze the given objects", async () => {
    await memoryStorage().commit([commit]);
    expect(Object.isFrozen(account.settings)).toBe(false);
    expect(Object.isFrozen(doc)).toBe(false);
  });

  it("allows another caller between a load and its commit", async () => {
    const storage = memoryStorage();
    const readThenWrite = async (id: string): Promise<string | undefined> => {
      const [snapshot] = await storage.load([request]);
      const version = snapshot?.head?.version ?? 0n;
      const next = { ...head, version: version + 1n };
      const [outcome] = await storage.commit([{ ...commit, id, expectedVersion: version, next }]);
      return outcome?.kind;
    };
    const kinds = await Promise.all([readThenWrite("a"), readThenWrite("b")]);
    expect(kinds).toEqual(["committed", "conflict"]);
  });

  it("uses the given clock", async () => {
    let now = 1_000;
    const storage = memoryStorage({ now: () => now });
    now = 2_000;
    const [snapshot] = await storage.load([request]);
    expect(snapshot?.storageNow).toBe(2_000);
  });
});
