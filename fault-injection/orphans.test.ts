import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { hangMs } from "./long.ts";
import { patienceVariable } from "./processes/own-task.ts";
import { runProcess } from "./processes/run-process.ts";
import { testDirectory } from "./stores/test-directory.ts";

const pathOf = testDirectory();

it(
  "a process whose test exited stops, even if its database accepts nothing",
  async () => {
    const path = pathOf("orphans.db");
    const task = {
      name: "orphan",
      seed: 1,
      store: { kind: "sqlite", path },
      workspaceIds: ["a"],
      journalPath: pathOf("orphans.journal"),
      startingCapitalUsd: 1_000,
      callers: 8,
      operations: null,
    };
    const operator = runProcess("operator", task, { [patienceVariable]: "1000" });
    await operator.ready;
    const database = new DatabaseSync(path);
    database.exec("BEGIN IMMEDIATE");
    operator.go();
    await sleep(200);
    operator.child.stdin?.end();
    expect((await operator.ended).exitCode).toBe(1);
    database.close();
  },
  hangMs,
);
