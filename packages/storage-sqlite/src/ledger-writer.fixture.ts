import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import type { Commit } from "@agent-treasury/provider";
import {
  type Round,
  commitOfRound,
  roundOf,
  workspacesOfWriter,
} from "./ledger-writer-rounds.fixture.ts";
import { sqliteStorage } from "./sqlite-storage.ts";

// Commits rounds until it is killed, and prints each round once it is acknowledged.
flushCompileCache();
const [path = ""] = process.argv.slice(2);
const storage = sqliteStorage({ path });
const requests = workspacesOfWriter.map((workspaceId) => ({ workspaceId, keys: [] }));
const rounds: Round[] = (await storage.load(requests)).map(({ head }) => roundOf(head));
for (;;) {
  const commits: Commit[] = workspacesOfWriter.map((workspaceId, index) =>
    commitOfRound(workspaceId, (rounds[index] ?? 0n) + 1n),
  );
  const outcomes = await storage.commit(commits);
  for (const [index, { kind }] of outcomes.entries()) {
    if (kind !== "committed") throw new Error(`Unexpected outcome of a commit: ${kind}.`);
    rounds[index] = (rounds[index] ?? 0n) + 1n;
  }
  // Writes directly to the pipe, because buffered output would be lost when the process is killed.
  writeSync(1, `${rounds.join(" ")}\n`);
}
