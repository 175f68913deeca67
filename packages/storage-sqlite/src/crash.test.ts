import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  type Round,
  contradictionsIn,
  roundOf,
  workspacesOfWriter,
} from "./ledger-writer-rounds.fixture.ts";
import { runFixture } from "./run-fixture.fixture.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
// Unlike the fault-injection tests, these commits are large, so that kills coincide with
// checkpoints.
const cycles = 10;

/** Runs a writer, kills it, and returns what it had acknowledged. */
async function killWriter(path: string): Promise<{ signal: string | null; rounds: Round[] }> {
  const writer = runFixture("ledger-writer", path);
  await Promise.race([once(writer.child.stdout!, "data"), writer.ended]);
  await sleep(Math.random() * 40);
  writer.child.kill("SIGKILL");
  const { signal } = await writer.ended;
  // A truncated line was not acknowledged.
  const lines = writer.output().split("\n").slice(0, -1);
  const newest = lines.at(-1)?.split(" ").map(BigInt) ?? [];
  return { signal, rounds: newest };
}

/** Opens a killed writer's database, and returns each workspace's round and all inconsistencies. */
async function inspect(path: string): Promise<{ rounds: Round[]; contradictions: string[] }> {
  const storage = sqliteStorage({ path });
  const rounds: Round[] = [];
  const contradictions: string[] = [];
  for (const workspaceId of workspacesOfWriter) {
    const view = await storage.view(
      workspaceId,
      { kind: "proposal", before: null, limit: 10 },
      { order: "newest", beyond: null, limit: 1_000_000 },
    );
    const round = roundOf(view.head);
    const keys = [round, round + 1n].map((one) => ({ kind: "round", id: one.toString() }));
    const [snapshot] = await storage.load([{ workspaceId, keys }]);
    contradictions.push(...contradictionsIn(snapshot!, view));
    rounds.push(round);
  }
  await storage.close();
  return { rounds, contradictions };
}

describe("a process that is killed while it writes", () => {
  it(`loses no acknowledged commit, and leaves none incomplete, ${cycles} times`, async () => {
    let kills = 0;
    let acknowledged = 0n;
    let before: Round[] = workspacesOfWriter.map(() => 0n);
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      // Sometimes starts with a new database, because reading the large log of an old one takes
      // time.
      const path = pathOf(`crash-${Math.floor(cycle / 10)}.db`);
      if (cycle % 10 === 0) before = workspacesOfWriter.map(() => 0n);
      const killed = await killWriter(path);
      const { rounds, contradictions } = await inspect(path);
      expect(contradictions).toEqual([]);
      for (const [index, round] of killed.rounds.entries()) {
        expect(rounds[index]! >= round).toBe(true);
        // At most the commit in progress can have succeeded without acknowledgement.
        expect(rounds[index]! <= round + 1n).toBe(true);
        acknowledged += round - before[index]!;
      }
      if (killed.signal === "SIGKILL" && killed.rounds.length > 0) kills += 1;
      before = rounds;
    }
    // Each writer must have been killed while it was running.
    expect(kills).toBe(cycles);
    expect(acknowledged > BigInt(cycles * workspacesOfWriter.length)).toBe(true);
  });
});
