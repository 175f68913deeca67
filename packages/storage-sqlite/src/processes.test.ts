import { headIn } from "@agent-treasury/testing/commits";
import { expectMet } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { runFixture } from "./run-fixture.fixture.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
const request = { workspaceId: "shared", keys: [{ kind: "proposal", id: "sum" }] };

describe("several processes on one database", () => {
  it("open a new one concurrently, add up exactly, and are read at one moment", async () => {
    const path = pathOf("shared.db");
    const additions = 300;
    const startAt = (Date.now() + 1_500).toString();
    const counters = Array.from({ length: 3 }, () =>
      runFixture("counter", path, additions.toString(), startAt),
    );
    const ended = Promise.all(counters.map((counter) => counter.ended));
    const running = { counters: true };
    const stop = (): void => {
      running.counters = false;
    };
    ended.then(stop, stop);
    const storage = sqliteStorage({ path });
    const seen = new Set<unknown>();
    while (running.counters) {
      const [snapshot] = await storage.load([request]);
      expect(snapshot?.found[0]?.body).toBe(snapshot?.head?.account);
      seen.add(snapshot?.head?.account);
    }
    const ends = await ended;
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const head = await headIn(storage, "shared");
    await storage.close();
    expect([head?.version, head?.account]).toEqual([900n, (900n * 7n).toString()]);
    // Without conflicts the processes did not run concurrently.
    const conflicts = counters.map((counter) => Number(counter.output()));
    expectMet({ conflicts: Math.max(...conflicts), seen: seen.size }, { seen: 10 });
  });
});
