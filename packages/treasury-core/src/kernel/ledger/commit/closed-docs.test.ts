import type { Doc } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { keyText } from "../key-text.ts";
import { ClosedDocs } from "./closed-docs.ts";
import { tally, tallyDoc } from "./requested-docs.fixture.ts";

const mebibyte = 1_048_576;
const text = (id: string): string => keyText(tally(id));

function byText(docs: readonly Doc[]): ReadonlyMap<string, Doc> {
  return new Map(docs.map((doc) => [keyText(doc), doc]));
}

describe("the cache of closed documents", () => {
  it("distinguishes absent documents from unknown ones", () => {
    const docs = new ClosedDocs();
    const found = tallyDoc("found", 1);
    docs.learn([tally("found"), tally("absent")], [found]);
    expect(docs.get(text("found"))).toMatchObject(found);
    expect(docs.get(text("absent"))).toBe(null);
    expect(docs.get(text("unknown"))).toBe(undefined);
  });

  it("ignores found documents that were not looked up for it", () => {
    const docs = new ClosedDocs();
    docs.learn([tally("requested")], [tallyDoc("requested", 1), tallyDoc("other", 1)]);
    expect(docs.get(text("other"))).toBe(undefined);
  });

  it("replaces written documents that it contains, also absent ones, and adds no others", () => {
    const docs = new ClosedDocs();
    docs.learn([tally("a"), tally("b")], [tallyDoc("a", 1)]);
    const written = ["a", "b", "c"].map((id) => tallyDoc(id, 2));
    docs.update(byText(written), new Map());
    expect(["a", "b", "c"].map((id) => docs.get(text(id)))).toEqual([
      written[0],
      written[1],
      undefined,
    ]);
  });

  it("adds documents that a commit closed", () => {
    const docs = new ClosedDocs();
    const [closed, stillOpen] = [tallyDoc("closed", 2), { ...tallyDoc("open", 2), open: true }];
    docs.update(byText([closed, stillOpen]), byText([closed, stillOpen]));
    expect(docs.get(text("closed"))).toBe(closed);
    expect(docs.get(text("open"))).toBe(undefined);
  });

  it("takes at most a mebibyte, and evicts the least recently used", () => {
    const docs = new ClosedDocs();
    const ids = Array.from({ length: 40 }, (_, index) => `${index}`);
    for (const id of ids) {
      docs.learn([tally(id)], [tallyDoc(id, 1, mebibyte / 32)]);
      docs.use([text("0"), text("unknown")]);
      expect(docs.get(text("0"))).toBeDefined();
      expect(docs.bytes).toBeLessThanOrEqual(mebibyte);
    }
    const kept = ids.filter((id) => docs.get(text(id)) !== undefined);
    expect(kept).toEqual(["0", ...ids.slice(-(kept.length - 1))]);
    expect(kept.length).toBeGreaterThan(25);
  });

  it("counts absent documents too", () => {
    const docs = new ClosedDocs();
    const keys = Array.from({ length: 20_000 }, (_, index) => tally(`${index}`));
    docs.learn(keys, []);
    expect(docs.bytes).toBeLessThanOrEqual(mebibyte);
    expect(docs.get(text("0"))).toBe(undefined);
    expect(docs.get(text("19999"))).toBe(null);
  });

  it("takes as many bytes as its documents after they shrink", () => {
    const docs = new ClosedDocs();
    docs.learn([tally("a")], [tallyDoc("a", 1)]);
    const small = docs.bytes;
    const put = (padding: number): void =>
      docs.update(new Map([[text("a"), tallyDoc("a", 1, padding)]]), new Map());
    put(10_000);
    expect(docs.bytes).toBeGreaterThan(small + 9_000);
    put(0);
    expect(docs.bytes).toBe(small);
  });
});
