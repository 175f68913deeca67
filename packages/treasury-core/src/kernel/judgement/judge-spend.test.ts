import type { Doc } from "@agent-treasury/provider";
import type { Allocation } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { testTreasury } from "../../create/test-treasury.fixture.ts";
import { allocationsToDoc } from "../../features/rules/allocations/allocations-doc.ts";
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

  it("is described to them with the ids of what it is charged to", async () => {
    const seen: unknown[] = [];
    const guard: SpendGuard = {
      id: "seeing",
      isReplayed: false,
      plan: (_ledger, _spend, { facts, scopes }) => {
        seen.push([facts.allocations, scopes.map(({ id }) => id)]);
        return null;
      },
    };
    const treasury = testTreasury({ guards: [guard] });
    await treasury.credit(dollars(100));
    const place = { parent: null, limit: null, endsAt: null, isArchived: false };
    const team: Allocation = { id: "team", name: "Team", ...place };
    await treasury.run({
      name: "allocate",
      reads: [],
      reduce: (ledger) => {
        const put = [allocationsToDoc([team], ledger.head.epoch)];
        return { kind: "changed", answer: null, changes: changesOn(ledger, { put }) };
      },
    });
    await treasury.propose({ amount: dollars(1), allocationId: "team" });
    expect(seen.at(-1)).toEqual([["team"], ["team"]]);
  });
});

function note(id: string, epoch: number): Doc {
  const [kind, ordinal, dueAt, expiresAt] = ["note", null, null, null];
  return { kind, id, epoch, ordinal, open: false, dueAt, expiresAt, body: {} };
}
