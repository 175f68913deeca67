import type { Clock } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { storageConformance } from "../conformance/storage-conformance.ts";
import { commitOf, kindsOf, loadOne, send } from "../conformance/storage/build.ts";
import { type FaultKind, scriptedFaults, seededFaults } from "./fault-plan.ts";
import { faultyStorage } from "./faulty-storage.ts";

storageConformance(
  { describe, it, expect },
  {
    name: "a faulty storage without faults",
    open: () => faultyStorage(memoryStorage(), scriptedFaults([])),
  },
);

describe("a faulty storage", () => {
  it("loses the outcome of a successful commit, which a repeated commit settles", async () => {
    const storage = faultyStorage(memoryStorage(), scriptedFaults(["unclear_landed"]));
    const commit = commitOf("acme", 0n);
    expect((await send(storage, commit)).kind).toBe("unclear");
    expect((await loadOne(storage, "acme")).head?.version).toBe(1n);
    expect((await send(storage, commit)).kind).toBe("committed");
    expect(storage.faults).toMatchObject({ unclear_landed: 1, none: 1 });
  });

  it("loses a commit", async () => {
    const storage = faultyStorage(memoryStorage(), scriptedFaults(["unclear_lost"]));
    expect((await send(storage, commitOf("acme", 0n))).kind).toBe("unclear");
    expect((await loadOne(storage, "acme")).head).toBeNull();
    expect(storage.faults.unclear_lost).toBe(1);
  });

  it("forwards a commit after its sender received unclear", async () => {
    const held = Promise.withResolvers<void>();
    const clock: Pick<Clock, "sleep"> = { sleep: () => held.promise };
    const storage = faultyStorage(memoryStorage(), scriptedFaults(["unclear_late"]), clock);
    expect((await send(storage, commitOf("acme", 0n))).kind).toBe("unclear");
    expect((await loadOne(storage, "acme")).head).toBeNull();
    held.resolve();
    await storage.settled();
    expect((await loadOne(storage, "acme")).head?.version).toBe(1n);
    expect(storage.faults.landedLate).toBe(1);
  });

  it("returns conflict or rejected without forwarding the commit", async () => {
    const storage = faultyStorage(memoryStorage(), scriptedFaults(["conflict", "rejected"]));
    expect((await send(storage, commitOf("acme", 0n))).kind).toBe("conflict");
    expect((await send(storage, commitOf("acme", 0n))).kind).toBe("rejected");
    expect((await loadOne(storage, "acme")).head).toBeNull();
  });

  it("selects a fault for each commit of a call", async () => {
    const plan = scriptedFaults(["none", "conflict", "unclear_landed", "none", "unclear_lost"]);
    const storage = faultyStorage(memoryStorage(), plan);
    const commits = ["a", "b", "c", "d", "e"].map((id) => commitOf(id, id === "d" ? 4n : 0n));
    const kinds = ["committed", "conflict", "unclear", "conflict", "unclear"];
    expect(await kindsOf(storage, commits)).toEqual(kinds);
    expect(await storage.workspaces(null, 10)).toEqual(["a", "c"]);
  });

  it("delays a call according to the plan", async () => {
    const waited: number[] = [];
    const clock = {
      sleep: (milliseconds: number): Promise<void> => {
        waited.push(milliseconds);
        return Promise.resolve();
      },
    };
    const plan = scriptedFaults([
      { kind: "none", delayMs: 30 },
      { kind: "none", delayMs: 70 },
    ]);
    const storage = faultyStorage(memoryStorage(), plan, clock);
    await storage.commit([commitOf("a", 0n), commitOf("b", 0n)]);
    expect(waited).toEqual([70]);
    expect(storage.faults.delayed).toBe(2);
  });
});

describe("a seeded plan", () => {
  const rates = {
    unclear_landed: 100,
    unclear_lost: 50,
    unclear_late: 50,
    conflict: 200,
    rejected: 10,
  };
  const kindsFrom = (seed: number): FaultKind[] => {
    const plan = seededFaults({ seed, perMille: rates });
    return Array.from({ length: 10_000 }, () => plan.next(commitOf("acme", 0n)).kind);
  };

  it("is reproducible with its seed, and differs for another", () => {
    expect(kindsFrom(7)).toEqual(kindsFrom(7));
    expect(kindsFrom(7)).not.toEqual(kindsFrom(8));
  });

  it("produces each fault about as often as configured", () => {
    for (const seed of [0, 1, 2, 12_345, -9]) {
      const kinds = kindsFrom(seed);
      for (const [kind, rate] of Object.entries(rates)) {
        const count = kinds.filter((one) => one === kind).length / 10;
        expect(Math.abs(count - rate)).toBeLessThan(rate / 2);
      }
    }
  });
});
