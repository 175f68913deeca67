import { isTreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../../memory.ts";
import { append, testCommitter } from "../test-ledger.fixture.ts";
import { codeOf, entriesOf } from "./answers.fixture.ts";
import { scriptedStorage } from "./scripted-storage.fixture.ts";

describe("too many commands", () => {
  it("are rejected before they are queued, without affecting others", async () => {
    const { committer } = testCommitter(memoryStorage());
    const answers = Array.from({ length: 5_002 }, () => codeOf(committer.run("acme", append())));
    const elsewhere = codeOf(committer.run("other", append()));
    const codes = await Promise.all(answers);
    expect(codes.filter((code) => code === "service_busy")).toHaveLength(2);
    expect(codes.slice(5_000)).toEqual(["service_busy", "service_busy"]);
    expect(await elsewhere).toBe("answered 1");
    expect(await committer.run("acme", append())).toBe(5_001n);
  });

  it("of many workspaces are rejected at the limit of the process", async () => {
    const { committer } = testCommitter(memoryStorage());
    const answers: Promise<string>[] = [];
    for (let count = 0; count < 50_001; count += 1) {
      answers.push(codeOf(committer.run(`workspace-${count % 20}`, append())));
    }
    const codes = await Promise.all(answers);
    expect(codes.filter((code) => code === "service_busy")).toHaveLength(1);
    expect(codes.at(-1)).toBe("service_busy");
  });

  it("are rejected with a time to retry", async () => {
    const { committer } = testCommitter(memoryStorage());
    const answers = Array.from({ length: 5_001 }, () => committer.run("acme", append()));
    const last = await answers.at(-1)!.then(
      () => null,
      (error: unknown) => error,
    );
    expect(isTreasuryError(last) && last.headers["retry-after"]).toBe("1");
    await Promise.all(answers.slice(0, -1));
  });
});

describe("a committer with very many workspaces", () => {
  it("evicts idle ones, and none in flight", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    const runs: Promise<bigint>[] = [];
    for (let count = 0; count < 10_100; count += 1) {
      runs.push(committer.run(`workspace-${count}`, append()));
      runs.push(committer.run(`workspace-${count}`, append()));
    }
    await Promise.all(runs);
    // Two writers of one workspace would have caused conflicts.
    expect(storage.commits).toHaveLength(10_100);
    expect(storage.loads).toHaveLength(10_100);
    await committer.run("one-more", append());
    await committer.run("workspace-10099", append());
    expect(storage.loads).toHaveLength(10_101);
    await committer.run("workspace-0", append());
    expect(storage.loads).toHaveLength(10_102);
  });
});

describe("closing", () => {
  it("completes all queued commands and rejects new ones", async () => {
    const storage = memoryStorage();
    const { committer } = testCommitter(storage);
    let answered = 0;
    for (let count = 0; count < 1_200; count += 1) {
      void committer.run("acme", append()).then(() => (answered += 1));
    }
    const closed = committer.close();
    expect(await codeOf(committer.run("acme", append()))).toBe("shutting_down");
    await closed;
    expect(answered).toBe(1_200);
    expect(await entriesOf(storage)).toBe(1_200);
    await committer.close();
  });
});
