import { describe, expect, it } from "vitest";
import { headIn } from "./commits.fixture.ts";
import { runFixture } from "./run-fixture.fixture.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();

describe("several processes on one database", () => {
  it("open a new one at the same moment, and add up exactly what each of them adds", async () => {
    const path = pathOf("shared.db");
    const additions = 300;
    const startAt = (Date.now() + 1_500).toString();
    const counters = Array.from({ length: 3 }, () =>
      runFixture(pathOf("modules"), "counter", path, additions.toString(), startAt),
    );
    const ends = await Promise.all(counters.map((counter) => counter.ended));
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const storage = sqliteStorage({ path });
    const head = await headIn(storage, "shared");
    await storage.close();
    expect([head?.version, head?.account]).toEqual([900n, (900n * 7n).toString()]);
    // Without a conflict they would not have met.
    const conflicts = counters.map((counter) => Number(counter.output()));
    expect(Math.max(...conflicts)).toBeGreaterThan(0);
  }, 60_000);
});
