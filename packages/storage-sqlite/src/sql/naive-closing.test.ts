import { setTimeout as sleep } from "node:timers/promises";
import { type Storage, TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { storageConformance } from "@agent-treasury/testing";
import { describe, expect, it } from "vitest";
import { sqliteStorage } from "../sqlite-storage.ts";

const race = "has no commit after it was closed, also of writers in between";

/** Only remembers that it is closed, and checks it before each commit. */
function naiveStorage(): Storage {
  const sound = sqliteStorage({ path: ":memory:" });
  let isClosed = false;
  return {
    ...forwardedStorage(sound),
    commit: async (commits) => {
      if (isClosed) {
        const cause = new TreasuryError("storage_moved", "The workspace was moved.");
        return commits.map(() => ({ kind: "rejected", cause }));
      }
      await sleep(1);
      return sound.commit(commits);
    },
    moves: {
      ...sound.moves,
      advance: async (direction, scope, from, to) => {
        if (to?.stage !== "closed") return sound.moves.advance(direction, scope, from, to);
        isClosed = true;
        return true;
      },
    },
  };
}

async function noSuchTest(): Promise<void> {
  throw new Error("The suite has no such test.");
}

/** The error of the test of the race, or null if it passed. */
async function raceOn(open: () => Storage): Promise<unknown> {
  let body = noSuchTest;
  const framework = {
    describe: (_name: string, tests: () => void): void => tests(),
    it: (name: string, test: () => Promise<void>): void => {
      if (name === race) body = test;
    },
    expect,
  };
  storageConformance(framework, { name: "storage", open });
  return body().then(
    () => null,
    (error: unknown) => error,
  );
}

describe("the race of commits and the end of a source", () => {
  it("detects a storage that checks before the commit whether it is closed", async () => {
    expect(String(await raceOn(naiveStorage))).toContain("AssertionError");
    expect(await raceOn(() => sqliteStorage({ path: ":memory:" }))).toBe(null);
  });
});
