import type { LedgerEntry, Proposal } from "@agent-treasury/contract";
import type { ServiceTest } from "../service-test.ts";
import { fund, readState, runTurn, spend, spendCall } from "../steps.ts";
import type { TestContext } from "../test-context.ts";

/** In one answer of the model, which may contain 32. */
const callsInAnswer = 26;
/** Far more than any of these listings has. */
const mostPages = 30;

/** Executes this number of one-cent spends. */
async function buyMany(context: TestContext, count: number): Promise<void> {
  const answers: string[] = [];
  for (let done = 0; done < count; done += callsInAnswer) {
    const length = Math.min(callsInAnswer, count - done);
    const items = Array.from({ length }, (_, index) => done + index);
    answers.push(
      items.map((item) => spendCall({ amountUsd: 0.01, purpose: `item ${item}` })).join("\n"),
    );
  }
  await runTurn(context, answers);
}

async function allEntries(context: TestContext, limit?: number): Promise<readonly LedgerEntry[][]> {
  const pages = await allPages((cursor) => context.ok("listLedger", { cursor, limit }));
  return pages.map(({ entries }) => entries);
}

async function allProposals(context: TestContext, limit?: number): Promise<readonly Proposal[][]> {
  const pages = await allPages((cursor) => context.ok("listProposals", { cursor, limit }));
  return pages.map(({ proposals }) => proposals);
}

async function allPages<Page extends { readonly cursor: string | null }>(
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    if (pages.length === mostPages) throw new Error(`There are more than ${mostPages} pages.`);
    const page = await read(cursor);
    pages.push(page);
    cursor = page.cursor;
  }
  return pages;
}

/** Paged listings, and the verification of the chain. */
export const listingTests: readonly ServiceTest[] = [
  {
    shows: ["ledger/pages"],
    name: "GET treasury/ledger → 200: pages through 131 entries, newest first, each once, from the state's cursor",
    run: async (context) => {
      await fund(context, 100);
      await buyMany(context, 130);
      const pages = await allEntries(context);
      context.expect(pages.map(({ length }) => length)).toEqual([100, 31]);
      const sequences = pages.flat().map(({ sequence }) => sequence);
      context.expect(sequences).toEqual(Array.from({ length: 131 }, (_, index) => 131 - index));
      context
        .expect((await allEntries(context, 25)).map(({ length }) => length))
        .toEqual([25, 25, 25, 25, 25, 6]);
      const state = await readState(context);
      context.expect(state.ledger).toEqual(pages[0]);
      const rest = await context.ok("listLedger", { cursor: state.ledgerCursor ?? "" });
      context.expect(rest).toEqual({ entries: pages[1], cursor: null });
    },
  },
  {
    shows: ["proposals/pages"],
    name: "GET treasury/proposals → 200: pages through 130 proposals, newest first, each once",
    run: async (context) => {
      await fund(context, 100);
      await buyMany(context, 130);
      const pages = await allProposals(context);
      context.expect(pages.map(({ length }) => length)).toEqual([100, 30]);
      const purposes = pages.flat().map(({ purpose }) => purpose);
      context
        .expect(purposes)
        .toEqual(Array.from({ length: 130 }, (_, index) => `item ${129 - index}`));
      context
        .expect((await allProposals(context, 65)).map(({ length }) => length))
        .toEqual([65, 65]);
      const state = await readState(context);
      context.expect(state.proposals).toEqual(pages[0]);
      const rest = await context.ok("listProposals", { cursor: state.proposalsCursor ?? "" });
      context.expect(rest).toEqual({ proposals: pages[1], cursor: null });
    },
  },
  {
    shows: ["ledger/pages", "proposals/pages"],
    name: "GET treasury/ledger and treasury/proposals → 200: an empty page of an unused workspace",
    run: async (context) => {
      const input = { workspaceId: "nobody" };
      context.expect(await context.ok("listLedger", input)).toEqual({ entries: [], cursor: null });
      context
        .expect(await context.ok("listProposals", input))
        .toEqual({ proposals: [], cursor: null });
    },
  },
  {
    shows: ["bad/cursor"],
    name: "GET treasury/ledger and treasury/proposals → 400: an invalid cursor or page size",
    run: async (context) => {
      for (const name of ["listLedger", "listProposals"] as const) {
        for (const limit of ["0", "101", "-1", "1.5", "x", "", " ", "1e9", "NaN", "Infinity"]) {
          const { error } = await context.refused("invalid_request", name, { limit });
          context.expect([limit, error.includes("limit")]).toEqual([limit, true]);
        }
        for (const cursor of [
          "",
          "x",
          "-1",
          "1e3",
          "../1",
          "1.1.1",
          "9".repeat(30),
          "x".repeat(201),
        ]) {
          const { error } = await context.refused("invalid_request", name, { cursor });
          context.expect([cursor, error.includes("cursor")]).toEqual([cursor, true]);
        }
      }
    },
  },
  {
    shows: ["verify/answer"],
    name: "GET treasury/verify → 200: an unedited chain verifies",
    run: async (context) => {
      const empty = await context.ok("verifyLedger", {});
      context.expect([empty.valid, empty.entriesChecked, empty.headSequence]).toEqual([true, 0, 0]);
      await fund(context, 100);
      await spend(context, 30);
      const report = await context.ok("verifyLedger", { workspaceId: "demo" });
      const { ledger } = await readState(context);
      context.expect({ ...report, notice: "" }).toEqual({
        workspaceId: "demo",
        valid: true,
        entriesChecked: 2,
        firstInvalidSequence: null,
        problem: null,
        headHash: ledger[0]?.hash,
        headSequence: 2,
        notice: "",
      });
      context.expect(report.notice.includes("head")).toBe(true);
    },
  },
  {
    shows: ["verify/answer"],
    name: "GET treasury/verify → 200: an edited entry is found and named by its sequence",
    run: async (context) => {
      await fund(context, 100);
      await spend(context, 30);
      await fund(context, 50);
      context.storage.editViews((view) => ({
        ...view,
        entries: view.entries.map((entry) =>
          entry.sequence === 2n ? { ...entry, amount: -3_000_000n as typeof entry.amount } : entry,
        ),
      }));
      const { valid, firstInvalidSequence, problem } = await context.ok("verifyLedger", {});
      context.expect([valid, firstInvalidSequence, problem === null]).toEqual([false, 2, false]);
    },
  },
];
