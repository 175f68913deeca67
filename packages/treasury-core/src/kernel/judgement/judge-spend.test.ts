import type { Doc } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { testTreasury } from "../../create/test-treasury.fixture.ts";
import { changesOn } from "../ledger/command.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import type { SpendGuard } from "./spend-guard.ts";

/** A guard that remembers the documents that it was given. */
function readingGuard(id: string, seen: Map<string, readonly (Doc | undefined)[]>): SpendGuard {
  return {
    id,
    isReplayed: false,
    plan: () => ({
      reads: [
        { kind: "note", id: `${id}-1` },
        { kind: "note", id: `${id}-2` },
      ],
      judge: (docs) => {
        seen.set(id, docs);
        return {};
      },
    }),
  };
}

describe("a spend that several guards judge", () => {
  it("is judged by each with its own documents, in their order", async () => {
    const seen = new Map<string, readonly (Doc | undefined)[]>();
    const guards = [readingGuard("one", seen), readingGuard("other", seen)];
    const treasury = testTreasury({ guards });
    await treasury.credit(dollars(100));
    await treasury.run({
      name: "write_notes",
      reads: [],
      reduce: (ledger) => {
        const put = ["one-2", "other-1"].map((id) => note(id, ledger.head.epoch));
        return { kind: "changed", answer: null, changes: changesOn(ledger, { put }) };
      },
    });
    await treasury.propose({ amount: dollars(1) });
    const ids = [...seen].map(([guard, docs]) => [guard, docs.map((doc) => doc?.id ?? null)]);
    expect(ids).toEqual([
      ["one", [null, "one-2"]],
      ["other", ["other-1", null]],
    ]);
  });
});

function note(id: string, epoch: number): Doc {
  const [kind, ordinal, dueAt, expiresAt] = ["note", null, null, null];
  return { kind, id, epoch, ordinal, open: false, dueAt, expiresAt, body: {} };
}
