import type { LedgerEntry, Proposal } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { outcomeOf, testTreasury } from "../../create/test-treasury.fixture.ts";
import { readLedger, readProposals } from "../../features/workspace/read-pages.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import { readProposal, readTreasury } from "./read-treasury.ts";

const limits = { dailySpendCap: dollars(1_000_000), autoApproveUnder: dollars(0) };

async function pagesOf<Item>(
  read: (cursor: string | undefined) => Promise<{ items: Item[]; cursor: string | null }>,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    pages.push(page.items);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

describe("reading a workspace", () => {
  it("returns the initial state of an unused workspace, and creates nothing", async () => {
    const treasury = testTreasury({ startingCapital: dollars(75), payment: null });
    expect(await treasury.state()).toMatchObject({
      workspaceId: "acme",
      balanceUsd: 75,
      availableUsd: 55,
      proposals: [],
      ledger: [],
      paymentMode: "none",
      paymentProvider: null,
    });
    expect(await readProposal(treasury.engine, "acme", "nothing")).toBeNull();
    expect(await treasury.engine.storage.workspaces(null, 10)).toEqual([]);
  });

  it("returns the connected payment mode", async () => {
    for (const [mode, shown] of [
      ["sandbox", "test"],
      ["test", "test"],
      ["live", "live"],
    ] as const) {
      const treasury = testTreasury({ payment: { provider: "stripe", mode } });
      expect(await treasury.state()).toMatchObject({
        paymentMode: shown,
        paymentProvider: "stripe",
      });
    }
  });

  it("returns all pending proposals, then the newest decided ones, and a cursor", async () => {
    const treasury = testTreasury({ limits });
    await treasury.credit(dollars(10_000));
    for (let index = 0; index < 100; index += 1) await treasury.propose({ id: `waiting-${index}` });
    await treasury.deny("waiting-99");
    for (let index = 0; index < 150; index += 1) {
      await treasury.propose({ id: `decided-${index}`, amount: dollars(51) });
    }
    const state = await treasury.state();
    expect(state.pendingCount).toBe(99);
    const statuses = state.proposals.map(({ status }) => status);
    expect(statuses.slice(0, 99).every((status) => status === "pending")).toBe(true);
    expect(statuses.slice(99)).toHaveLength(100);
    expect(state.proposals[0]?.id).toBe("waiting-98");
    expect(state.proposals[99]?.id).toBe("decided-149");
    const next = await readProposals(
      treasury.engine,
      "acme",
      state.proposalsCursor ?? undefined,
      100,
    );
    expect(next.proposals[0]?.id).toBe("decided-49");
    expect(next.proposals.at(49)?.id).toBe("decided-0");
    expect(next.proposals.at(50)?.id).toBe("waiting-99");
  });

  it("returns a pending proposal whose reminder is due before all decided ones", async () => {
    const followUp = { remindAfterMs: 3_600_000, escalateAfterMs: null };
    const treasury = testTreasury({ limits, policy: { followUp } });
    await treasury.credit(dollars(10_000));
    await treasury.propose({ id: "waiting" });
    for (let index = 0; index < 101; index += 1) {
      await treasury.propose({ id: `decided-${index}`, amount: dollars(51) });
    }
    treasury.clock.advance(3_600_000);
    const { proposals, pendingCount } = await treasury.state();
    expect([proposals[0]?.id, proposals.length, pendingCount]).toEqual(["waiting", 101, 1]);
  });

  it("reads a second page only if many of the newest proposals are pending", async () => {
    const treasury = testTreasury({ limits });
    await treasury.credit(dollars(10_000));
    const { storage } = treasury.engine;
    const asked: number[] = [];
    let between: () => Promise<unknown> = Promise.resolve.bind(Promise);
    const view: typeof storage.view = async (workspaceId, docPage, entryPage) => {
      if (docPage.before !== null) await between();
      asked.push(docPage.limit);
      return storage.view(workspaceId, docPage, entryPage);
    };
    const state = () => readTreasury({ ...treasury.engine, storage: { ...storage, view } }, "acme");
    for (let index = 0; index < 130; index += 1) {
      await treasury.propose({ id: `decided-${index}`, amount: dollars(51) });
    }
    expect((await state()).proposals).toHaveLength(100);
    expect(asked.splice(0)).toEqual([121]);
    for (let index = 0; index < 21; index += 1) await treasury.propose({ id: `waits-${index}` });
    const { proposals, proposalsCursor } = await state();
    expect(asked.splice(0)).toEqual([121, 380]);
    expect(proposals).toHaveLength(121);
    expect(proposals.at(-1)?.id).toBe("decided-30");
    expect(proposalsCursor).not.toBeNull();
    // A commit between the two pages makes them inconsistent.
    between = () => treasury.propose({ id: "waits-21" });
    const later = (await state()).proposals;
    expect(asked.splice(0)).toEqual([121, 380, 501]);
    expect([later[0]?.id, later.length, later.at(-1)?.id]).toEqual(["waits-21", 122, "decided-30"]);
    await treasury.deny("waits-21");
    await treasury.deny("waits-0");
    expect((await state()).proposals.at(-1)?.id).toBe("decided-32");
    expect(asked).toEqual([121]);
  });

  it("pages through every proposal of the epoch once, newest first", async () => {
    const treasury = testTreasury({ limits });
    await treasury.propose({ id: "before the reset" });
    await treasury.reset();
    for (let index = 0; index < 25; index += 1) await treasury.propose({ id: `p${index}` });
    const pages = await pagesOf<Proposal>(async (cursor) => {
      const { proposals, cursor: next } = await readProposals(treasury.engine, "acme", cursor, 10);
      return { items: proposals, cursor: next };
    });
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(pages.flat().map(({ id }) => id)).toEqual(
      Array.from({ length: 25 }, (_, index) => `p${24 - index}`),
    );
  });

  it("returns the newest 100 entries, and pages through the rest", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(1));
    await treasury.reset();
    for (let count = 0; count < 120; count += 1) await treasury.credit(dollars(1));
    const { ledger, ledgerCursor } = await treasury.state();
    expect(ledger).toHaveLength(100);
    expect(ledger[0]).toMatchObject({ sequence: 121, balanceUsd: 120, type: "deposit" });
    expect(ledgerCursor).toBe("22");
    const rest = await readLedger(treasury.engine, "acme", "22", 100);
    expect(rest.entries.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 20 }, (_, index) => 21 - index),
    );
    expect(rest.cursor).toBeNull();
    const pages = await pagesOf<LedgerEntry>(async (cursor) => {
      const { entries, cursor: next } = await readLedger(treasury.engine, "acme", cursor, 60);
      return { items: entries, cursor: next };
    });
    expect(pages.map(({ length }) => length)).toEqual([60, 60]);
  });

  it("rejects an unknown cursor", async () => {
    const { engine } = testTreasury();
    for (const cursor of ["", "x", "1", "1.", "-1.2", "1.2.3", "9".repeat(30), "1.1e3"]) {
      expect(await outcomeOf(readProposals(engine, "acme", cursor, 10))).toBe("invalid_request");
    }
    for (const cursor of ["", "x", "-1", "1.5", "1e3", "9".repeat(30)]) {
      expect(await outcomeOf(readLedger(engine, "acme", cursor, 10))).toBe("invalid_request");
    }
  });

  it("shows a placeholder for erased text", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(1));
    const { storage } = treasury.engine;
    const erasing = {
      ...storage,
      view: async (...asked: Parameters<typeof storage.view>) => {
        const view = await storage.view(...asked);
        const entries = view.entries.map((entry) => {
          const body = entry.body as { description: object };
          return { ...entry, body: { ...body, description: { ...body.description, text: null } } };
        });
        return { ...view, entries };
      },
    };
    const { ledger } = await testTreasury({ storage: erasing }).state();
    expect(ledger[0]?.description).toBe("[erased]");
  });
});
