import { describe, expect, it } from "vitest";
import { outcomeOf, testTreasury } from "../../create/test-treasury.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import type { Command } from "../ledger/command.ts";
import { contentsOf } from "../ledger/edited-storage.fixture.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";

const spend = {
  id: "prop_1",
  agentId: "agent",
  amount: dollars(5),
  vendor: "Acme",
  purpose: "paper",
  category: null,
};

describe("the preview of a command", () => {
  it("returns the answer, and writes nothing, also in a new workspace", async () => {
    const storage = memoryStorage();
    const { engine } = testTreasury({ storage });
    const command: Command<string> = {
      name: "write_note",
      reads: [],
      reduce: ({ head }) => {
        const put = [keptDoc({ kind: "note", id: "1" }, head.epoch, "text")];
        return {
          kind: "changed",
          answer: "written",
          changes: { head, put, entries: [], claim: [] },
        };
      },
    };
    expect(await engine.committer.preview("acme", command)).toBe("written");
    expect(await storage.workspaces(null, 10)).toEqual([]);
    expect(await engine.committer.run("acme", command)).toBe("written");
    expect(await storage.workspaces(null, 10)).toEqual(["acme"]);
  });

  it("does not change the state that the next command sees", async () => {
    const storage = memoryStorage();
    const treasury = testTreasury({ storage });
    await treasury.credit(dollars(100));
    const before = await contentsOf(storage, "acme");
    const { engine } = treasury;
    const spent: Command<string> = {
      name: "reset_balance",
      reads: [],
      reduce: ({ head }) => ({
        kind: "changed",
        answer: head.lastHash,
        changes: {
          head: { ...head, sequence: 99n },
          put: [keptDoc({ kind: "note", id: "1" }, head.epoch, "text")],
          entries: [],
          claim: [],
        },
      }),
    };
    await engine.committer.preview("acme", spent);
    expect(await contentsOf(storage, "acme")).toEqual(before);
    expect(await treasury.propose(spend)).toMatchObject({ status: "executed" });
    expect(await treasury.verify()).toMatchObject({ valid: true, entriesChecked: 2 });
  });

  it("throws the refusal of the command", async () => {
    const { engine } = testTreasury();
    const error = new Error("Not today.");
    const faulty: Command<never> = {
      name: "fail",
      reads: [],
      reduce: () => {
        throw error;
      },
    };
    await expect(engine.committer.preview("acme", faulty)).rejects.toBe(error);
    expect(await outcomeOf(engine.committer.run("acme", faulty).catch(() => "failed"))).toBe(
      "failed",
    );
  });

  it("loads the documents that the command requests", async () => {
    const { engine } = testTreasury();
    const key = { kind: "note", id: "1" };
    const reading: Command<unknown> = {
      name: "read_note",
      reads: [],
      reduce: (ledger) => {
        ledger.request([key]);
        return { kind: "unchanged", answer: ledger.doc(key)?.body };
      },
    };
    expect(await engine.committer.preview("acme", reading)).toBeUndefined();
    await engine.committer.run("acme", {
      name: "write_note",
      reads: [],
      reduce: ({ head }) => {
        const put = [keptDoc(key, head.epoch, "text")];
        return { kind: "changed", answer: null, changes: { head, put, entries: [], claim: [] } };
      },
    });
    expect(await engine.committer.preview("acme", reading)).toBe("text");
  });
});
