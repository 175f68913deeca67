import { describe, expect, it } from "vitest";
import type { Snapshot } from "../ports/storage.ts";
import { TreasuryError } from "../treasury-error.ts";
import { StorageCalls, decideOn } from "./storage-calls.ts";

const snapshot: Snapshot = { head: null, open: [], found: [], claimed: [], storageNow: 0 };

/** Calls of a storage whose connections are numbers, and what happened. */
function counting(failures = 0): { calls: StorageCalls<number>; met: string[] } {
  const met: string[] = [];
  let connections = 0;
  const calls = new StorageCalls<number>({
    name: "test",
    connect: async () => {
      connections += 1;
      met.push(`connect ${connections}`);
      if (connections <= failures) throw new Error("unreachable");
      return connections;
    },
    disconnect: (connection) => void met.push(`disconnect ${connection}`),
    toError: (cause) =>
      cause instanceof TreasuryError
        ? cause
        : new TreasuryError("storage_error", "Failed.", { cause }),
  });
  return { calls, met };
}

describe("StorageCalls", () => {
  it("connects once at the first use, and again after a failure", async () => {
    const { calls, met } = counting(1);
    expect(await calls.current()).toBeNull();
    await expect(calls.use(async (one) => one)).rejects.toThrow("Failed.");
    expect(await calls.current()).toBeNull();
    expect(await Promise.all([1, 2].map(() => calls.use(async (one) => one)))).toEqual([2, 2]);
    expect(await calls.current()).toBe(2);
    expect(met).toEqual(["connect 1", "connect 2"]);
  });

  it("disconnects once after running calls, and rejects later ones", async () => {
    const { calls, met } = counting();
    const running = Promise.withResolvers<void>();
    const result = calls.use(async () => {
      await running.promise;
      met.push("done");
    });
    const closed = Promise.all([calls.close(), calls.close()]);
    await expect(calls.use(async () => 1)).rejects.toThrow("The test storage is closed.");
    expect(await calls.current()).toBeNull();
    running.resolve();
    await Promise.all([result, closed]);
    expect(met).toEqual(["connect 1", "done", "disconnect 1"]);
  });

  it("disconnects without a connection if none could be opened", async () => {
    const { calls, met } = counting(1);
    await expect(calls.use(async () => 1)).rejects.toThrow("Failed.");
    await calls.close();
    expect(met).toEqual(["connect 1", "disconnect null"]);
  });

  it("rejects with the error of a decision itself, and translates other errors", async () => {
    const { calls } = counting();
    const fault = new Error("undecided");
    const deciding = calls.use(async () =>
      decideOn(snapshot, () => {
        throw fault;
      }),
    );
    await expect(deciding).rejects.toBe(fault);
    const failing = calls.use(async () => {
      throw fault;
    });
    await expect(failing).rejects.toMatchObject({ code: "storage_error", cause: fault });
  });
});
