import { describe, expect, it } from "vitest";
import { createTreasuryClient } from "./create-treasury-client.ts";

/** A ledger of five entries in pages of two, and the requested cursors. */
function fiveEntries() {
  const asked: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { url, signal } = input as Request;
    signal.throwIfAborted();
    const { pathname, searchParams } = new URL(url);
    const cursor = searchParams.get("cursor");
    asked.push(cursor);
    const begin = Number(cursor ?? 0);
    const items = [0, 1, 2, 3, 4].slice(begin, begin + 2).map((sequence) => ({ sequence }));
    const next = begin + 2 < 5 ? String(begin + 2) : null;
    const key = pathname.endsWith("/ledger") ? "entries" : "proposals";
    return Response.json({ [key]: items, cursor: next });
  };
  const client = createTreasuryClient({ baseUrl: "http://treasury.test", fetch });
  return { client, asked };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("iterating over a listing", () => {
  it("returns every item of all pages once", async () => {
    const { client, asked } = fiveEntries();
    const entries = await all(client.treasury.eachEntry());
    expect(entries.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4]);
    expect(asked).toEqual([null, "2", "4"]);
    expect(await all(client.treasury.eachProposal())).toHaveLength(5);
  });

  it("does not request unneeded pages", async () => {
    const { client, asked } = fiveEntries();
    for await (const { sequence } of client.treasury.eachEntry()) if (sequence === 1) break;
    expect(asked).toEqual([null]);
  });

  it("starts at the given cursor", async () => {
    const { client, asked } = fiveEntries();
    const entries = await all(client.treasury.eachEntry({ cursor: "4" }));
    expect([entries.length, asked]).toEqual([1, ["4"]]);
  });

  it("rejects with the signal's reason when aborted between two pages", async () => {
    const { client } = fiveEntries();
    const leaving = new AbortController();
    const { signal } = leaving;
    const reason = new Error("Enough.");
    const read = async (): Promise<void> => {
      for await (const { sequence } of client.treasury.eachEntry({}, { signal })) {
        if (sequence === 1) leaving.abort(reason);
      }
    };
    await expect(read()).rejects.toBe(reason);
  });
});
