import {
  type ExecutorContext,
  type OutboundFetch,
  type PaymentExecutor,
  type Storage,
  TreasuryError,
} from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";

function contextIn(storage: Storage, outbound?: OutboundFetch): ExecutorContext {
  const contexts: ExecutorContext[] = [];
  const executor: PaymentExecutor = {
    specificationVersion: "1",
    provider: "test",
    keyLifetimeMs: 0,
    mode: () => "sandbox",
    connect: (given) => contexts.push(given),
    pay: async () => ({ kind: "declined", reason: "It is a test." }),
    find: async () => ({ kind: "not_sent" }),
  };
  createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    executors: { executor },
    recoverySeconds: false,
    ...(outbound && { outbound }),
  });
  const [context] = contexts;
  if (context === undefined || contexts.length > 1) throw new Error("Not connected once.");
  return context;
}

it("returns the first value of a key, also to concurrent calls of several processes", async () => {
  const storage = memoryStorage();
  const stores = Array.from({ length: 4 }, () => contextIn(storage).store);
  const puts = stores.flatMap((store, process) =>
    Array.from({ length: 5 }, (_, call) => store.put("test/key", { process, call }, null)),
  );
  const [first, ...others] = await Promise.all(puts);
  for (const other of others) expect(other).toEqual(first);
  expect(await contextIn(storage).store.put("test/key", { process: 9 }, null)).toEqual(first);
  expect(await contextIn(storage).store.get("test/key")).toEqual(first);
  expect(await contextIn(storage).store.get("test/other")).toBeNull();
});

describe("a lease of a key", () => {
  it("has one holder among concurrent calls of several processes", async () => {
    const storage = memoryStorage();
    const holders = await Promise.all(
      Array.from({ length: 8 }, (_, call) =>
        contextIn(storage).store.lease("test/lease", `call-${call}`, 60_000),
      ),
    );
    expect(new Set(holders).size).toBe(1);
  });

  it("is renewed by its holder, and free for others once it is over or released", async () => {
    let now = Date.now();
    const { store } = contextIn(memoryStorage({ now: () => now }));
    const lease = (holder: string, leaseMs: number) => store.lease("test/lease", holder, leaseMs);
    expect(await lease("one", 0)).toBeNull();
    expect(await lease("one", 10_000)).toBe("one");
    now += 9_000;
    expect(await lease("one", 10_000)).toBe("one");
    now += 9_000;
    expect([await lease("other", 10_000), await lease("other", 0)]).toEqual(["one", "one"]);
    now += 1_000;
    expect(await lease("other", 10_000)).toBe("other");
    expect(await lease("one", 10_000)).toBe("other");
    expect([await lease("other", 0), await lease("one", 10_000)]).toEqual([null, "one"]);
  });

  it("is deleted once it is over", async () => {
    const now = Date.now();
    const storage = memoryStorage({ now: () => now });
    const { store } = contextIn(storage);
    await store.lease("test/lease", "one", 10_000);
    await storage.purge(now + 5_000, 100);
    expect(await store.get("test/lease")).toMatchObject({ holder: "one", until: now + 10_000 });
    await storage.purge(now + 20_000, 100);
    expect(await store.get("test/lease")).toBeNull();
  });

  it.each<[string, string, string, number]>([
    ["a key of another executor", "other/key", "one", 1],
    ["a holder with other characters", "test/lease", "one two", 1],
    ["more than 30 days", "test/lease", "one", 31 * 86_400_000],
    ["half a millisecond", "test/lease", "one", 0.5],
    ["the key of a value", "test/value", "one", 1],
  ])("is refused for %s", async (_what, key, holder, leaseMs) => {
    const { store } = contextIn(memoryStorage());
    await store.put("test/value", { holder: 1 }, null);
    await expect(store.lease(key, holder, leaseMs)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

it("stores 384 KiB", async () => {
  const { store } = contextIn(memoryStorage());
  const value = { body: "a".repeat(393_216 - '{"body":""}'.length) };
  expect(await store.put("test/long", value, null)).toEqual(value);
  expect(await store.get("test/long")).toEqual(value);
  await expect(store.put("test/longer", { body: `${value.body}a` }, null)).rejects.toMatchObject({
    code: "invalid_request",
  });
});

it("retains a value until the latest time that a call gave", async () => {
  const storage = memoryStorage();
  const { store } = contextIn(storage);
  const now = Date.now();
  const hour = 3_600_000;
  await store.put("test/short", { n: 1 }, now + hour);
  await store.put("test/extended", { n: 1 }, now + hour);
  expect(await store.put("test/extended", { n: 2 }, now + 3 * hour)).toEqual({ n: 1 });
  expect(await store.put("test/extended", { n: 3 }, now + hour)).toEqual({ n: 1 });
  await store.put("test/forever", { n: 1 }, now + hour);
  await store.put("test/forever", { n: 2 }, null);
  await storage.purge(now + 2 * hour, 100);
  expect(await store.get("test/short")).toBeNull();
  expect(await store.get("test/extended")).toEqual({ n: 1 });
  await storage.purge(now + 1_000 * hour, 100);
  expect(await store.get("test/extended")).toBeNull();
  expect(await store.get("test/forever")).toEqual({ n: 1 });
});

it.each(["key", "other/key", "test/", "test/a b", `test/${"a".repeat(196)}`])(
  "refuses the key %j",
  async (key) => {
    const { store } = contextIn(memoryStorage());
    await expect(store.put(key, {}, null)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(store.get(key)).rejects.toMatchObject({ code: "invalid_request" });
  },
);

it("has one deployment id in all processes, and another one in another database", async () => {
  const storage = memoryStorage();
  const calls = Array.from({ length: 8 }, () => contextIn(storage).deploymentId());
  const ids = new Set(await Promise.all(calls));
  expect(ids.size).toBe(1);
  expect([...ids][0]).toMatch(/^[\da-f]{32}$/);
  expect(ids).not.toContain(await contextIn(memoryStorage()).deploymentId());
});

it("reads the deployment id again after a failure, and then never", async () => {
  const storage = memoryStorage();
  let isDown = true;
  let loads = 0;
  const context = contextIn({
    ...forwardedStorage(storage),
    load: async (requests) => {
      loads += 1;
      if (isDown) throw new TreasuryError("storage_error", "The storage is down.");
      return storage.load(requests);
    },
  });
  await expect(context.deploymentId()).rejects.toMatchObject({ code: "storage_error" });
  isDown = false;
  const id = await context.deploymentId();
  const afterFirst = loads;
  expect(await context.deploymentId()).toBe(id);
  expect(loads).toBe(afterFirst);
});

it("sends requests by the treasury's `outbound`, or not at all", async () => {
  const request = {
    url: "https://seller.example/",
    method: "GET",
    headers: {},
    body: null,
    timeoutMs: 1_000,
    maximumBytes: 1_000,
    signal: new AbortController().signal,
  } as const;
  await expect(contextIn(memoryStorage()).outbound(request)).rejects.toMatchObject({
    code: "outbound_not_connected",
  });
  const answer = { status: 200, headers: {}, body: new Uint8Array(), isTruncated: false };
  const { outbound } = contextIn(memoryStorage(), async () => answer);
  expect(await outbound(request)).toBe(answer);
});
