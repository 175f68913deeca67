import { type Clock, TreasuryError, systemClock } from "@agent-treasury/provider";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { expect, it } from "vitest";
import { lazyTreasury } from "./lazy-treasury.ts";

const baseUrl = "http://localhost:3000";
const basePath = "/api/service";

/** Waits end at the next turn of the event loop. */
const impatient: Clock = {
  ...systemClock,
  sleep: () => new Promise((resolve) => setImmediate(resolve)),
};

/** A treasury whose database opens with the promise. */
function lazyOn(opened: Promise<void>) {
  const storage = memoryStorage();
  const late = Object.assign(memoryStorage(), {
    view: async (...given: Parameters<typeof storage.view>) => {
      await opened;
      return storage.view(...given);
    },
    workspaces: async (...given: Parameters<typeof storage.workspaces>) => {
      await opened;
      return storage.workspaces(...given);
    },
  });
  const treasury = lazyTreasury({
    basePath,
    open: async () =>
      createTreasury({ baseUrl, basePath, storage: late, clock: impatient, onFailure: () => {} }),
    onFailure: () => {},
  });
  const ask = async (path: string) => {
    const response = await treasury.handler(new Request(baseUrl + basePath + path));
    const { code = null } = (await response.json()) as { code?: string };
    return [response.status, code, response.headers.get("retry-after")];
  };
  return { ask, close: () => treasury.close() };
}

it("responds to health checks with 503 until the database is open, and lets other requests wait", async () => {
  const opened = Promise.withResolvers<void>();
  const { ask, close } = lazyOn(opened.promise);
  const waiting = ask("/treasury");
  expect(await ask("/health")).toEqual([503, "starting", "1"]);
  opened.resolve();
  expect(await waiting).toEqual([200, null, null]);
  expect(await ask("/health")).toEqual([200, null, null]);
  await close();
});

it("continues to respond to health checks with 503 while the database cannot be opened", async () => {
  const away = new TreasuryError("storage_error", "The database is away.");
  const { ask, close } = lazyOn(Promise.reject(away));
  expect(await ask("/health")).toEqual([503, "storage_unavailable", null]);
  expect(await ask("/treasury")).toEqual([500, "storage_error", null]);
  expect(await ask("/health")).toEqual([503, "storage_unavailable", null]);
  await close();
});

it("keeps what needs no opening in a copy", async () => {
  const treasury = lazyTreasury({
    basePath,
    open: () => Promise.reject(new Error("A copy must not open it.")),
    onFailure: () => {},
  });
  const { handler } = treasury;
  const wrapped = Object.assign((...given: Parameters<typeof handler>) => handler(...given), {});
  const copy = { ...treasury, handler: wrapped };
  expect(copy.handler).toBe(wrapped);
  expect(copy.basePath).toBe(basePath);
  expect("handler" in treasury).toBe(true);
  // Adapters take a function as one that creates the treasury.
  expect(typeof treasury).toBe("object");
  expect(Object.keys(treasury)).toEqual(["basePath", "handler", "receipts", "close"]);
  await copy.close();
});

it("opens for a method at any depth, and for nothing else", async () => {
  let openings = 0;
  const treasury = lazyTreasury({
    basePath,
    open: () => {
      openings += 1;
      return Promise.resolve(createTreasury({ baseUrl, basePath, storage: memoryStorage() }));
    },
    onFailure: () => {},
  });
  expect(await Promise.resolve(treasury)).toBe(treasury);
  expect(treasury.basePath).toBe(basePath);
  expect(openings).toBe(0);
  expect((await treasury.tabs.list()).tabs).toEqual([]);
  expect(await treasury.state("acme")).toMatchObject({ workspaceId: "acme" });
  expect(openings).toBe(1);
  const evidence = treasury.receipts.evidence({ from: new Date(0) })[Symbol.asyncIterator]();
  await expect(evidence.next()).rejects.toMatchObject({ code: "receipts_not_connected" });
  await treasury.close();
});
