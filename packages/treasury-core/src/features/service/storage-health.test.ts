import { type Storage, TreasuryError } from "@agent-treasury/provider";
import { expect, it, vi } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { memoryStorage } from "../../memory.ts";
import { manualClock } from "../agent/manual-clock.fixture.ts";

/** A treasury on a storage that opens once `open` resolves, and what its health check returns. */
function healthOf(open: () => Promise<void>, others: Partial<Storage> = {}) {
  const clock = manualClock();
  let attempts = 0;
  const storage: Storage = Object.assign(memoryStorage(), {
    workspaces: async () => {
      attempts += 1;
      await open();
      return [];
    },
    ...others,
  });
  const logged: unknown[] = [];
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    clock,
    recoverySeconds: false,
    onFailure: (report) => logged.push(report),
  });
  const health = async () => {
    const request = new Request("http://localhost:3000/api/service/health");
    const response = await treasury.handler(request);
    const { error = null, code = null } = (await response.json()) as Record<string, unknown>;
    return { status: response.status, code, error };
  };
  return { clock, health, logged, attempts: () => attempts };
}

const closed = new TreasuryError("storage_error", "The database refused the connection.");

it("is 503 with the reason while the storage cannot be opened, and 200 once it can", async () => {
  let failure: TreasuryError | null = closed;
  const { clock, health, attempts } = healthOf(async () => {
    if (failure !== null) throw failure;
  });
  const unavailable = {
    status: 503,
    code: "storage_unavailable",
    error: expect.stringContaining("The database refused the connection.") as string,
  };
  expect(await health()).toEqual(unavailable);
  failure = null;
  // Anonymous checks open the storage at most once a second.
  expect(await health()).toEqual(unavailable);
  expect(attempts()).toBe(1);
  clock.advance(1_000);
  expect(await health()).toMatchObject({ status: 200 });
  failure = closed;
  clock.advance(1_000);
  expect(await health()).toMatchObject({ status: 200 });
  expect(attempts()).toBe(2);
});

it("is 503 `starting` while the storage opens, without another attempt", async () => {
  const opened = Promise.withResolvers<void>();
  const { clock, health, logged, attempts } = healthOf(() => opened.promise);
  for (let time = 0; time < 3; time += 1) {
    const answer = health();
    while (clock.sleepers === 0) await Promise.resolve();
    clock.advance(5_000);
    expect(await answer).toMatchObject({ status: 503, code: "starting" });
  }
  opened.resolve();
  expect(await health()).toMatchObject({ status: 200 });
  expect(attempts()).toBe(1);
  expect(logged).toEqual([]);
});

it("is 503 with the reason while the storage can be read but not written, and 200 once it can", async () => {
  const check = vi.fn<() => Promise<void>>().mockResolvedValue(undefined);
  check.mockRejectedValueOnce(new TreasuryError("storage_error", "The file is not writable."));
  const { health } = healthOf(async () => {}, { check });
  expect(await health()).toEqual({
    status: 503,
    code: "storage_unavailable",
    error: expect.stringContaining("The file is not writable.") as string,
  });
  expect(await health()).toMatchObject({ status: 200 });
});
