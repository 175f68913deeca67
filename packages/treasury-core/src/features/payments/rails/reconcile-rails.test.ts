import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { type RailWorld, payingAccount, railWorld } from "./paying-account.fixture.ts";
import { reconcileRails } from "./reconcile-rails.ts";

const minute = 60_000;
const day = 86_400_000;

/** A world with three payments that were recorded, half an hour ago. */
async function paidWorld() {
  const world = railWorld();
  const process = world.open();
  const ids = [
    await process.spend(5),
    await process.spend(10, "other"),
    await process.spend(20, "other"),
  ];
  world.clock.advance(30 * minute);
  const compare = async (from = new Date(world.clock.now() - day)) => {
    const [rail] = (await process.treasury.reconcileRails({ from })).rails;
    if (rail === undefined) throw new Error("No rail was compared.");
    return rail;
  };
  return { ...world, ...process, ids, compare };
}

function left({ account, clock }: RailWorld, id: string, usd: number, agoMs = 0): void {
  const at = clock.now() - agoMs;
  account.movements.push({ id, amount: dollars(usd), at, description: "To 0xbb" });
}

describe("the comparison of an executor's account with the ledger", () => {
  it("finds nothing if each movement has its capture, in any workspace", async () => {
    const { compare } = await paidWorld();
    const three = { count: 3, amountUsd: 35 };
    expect(await compare()).toEqual({
      rail: "account",
      mode: "test",
      problem: null,
      movements: three,
      captures: three,
      findings: [],
      findingCount: 0,
    });
  });

  it("finds a movement without a capture", async () => {
    const world = await paidWorld();
    left(world, "unknown", 7, 20 * minute);
    expect((await world.compare()).findings).toEqual([
      {
        kind: "not_recorded",
        id: "unknown",
        movedUsd: 7,
        capturedUsd: null,
        at: "2026-11-03T10:10:00.000Z",
        description: "To 0xbb",
        workspaceId: null,
        proposalId: null,
      },
    ]);
  });

  it("names the spend in flight whose payment left but is not recorded", async () => {
    const { account, clock, spend, compare } = await paidWorld();
    account.pays = "in_progress";
    const proposalId = await spend(9, "other");
    expect((await compare()).findings).toEqual([]);
    clock.advance(16 * minute);
    const place = { workspaceId: "other", proposalId };
    expect((await compare()).findings).toMatchObject([{ kind: "not_recorded", ...place }]);
  });

  it("finds a capture without a movement, and its spend", async () => {
    const { account, ids, compare } = await paidWorld();
    account.movements.splice(1, 1);
    expect((await compare()).findings).toEqual([
      {
        kind: "not_moved",
        id: `capture of ${ids[1]}`,
        movedUsd: null,
        capturedUsd: 10,
        at: "2026-11-03T10:00:00.000Z",
        description: null,
        workspaceId: "other",
        proposalId: ids[1],
      },
    ]);
  });

  it("finds a payment that a person recorded and the account never made", async () => {
    const { account, clock, treasury, spend, compare } = await paidWorld();
    account.pays = "in_progress";
    const proposalId = await spend(9);
    account.movements.pop();
    clock.advance(day);
    await treasury.resolveSpend({ workspaceId: "acme", proposalId, outcome: "paid" });
    clock.advance(16 * minute);
    const wide = new Date(clock.now() - 2 * day);
    expect((await compare(wide)).findings).toMatchObject([{ kind: "not_moved", proposalId }]);
    // It may have left before a short period.
    expect((await compare(new Date(clock.now() - 60 * minute))).findings).toEqual([]);
  });

  it("finds a movement of another amount than its capture", async () => {
    const { account, ids, compare } = await paidWorld();
    const [first] = account.movements;
    if (first !== undefined) account.movements[0] = { ...first, amount: dollars(6) };
    expect((await compare()).findings).toMatchObject([
      { kind: "amount_differs", movedUsd: 6, capturedUsd: 5, proposalId: ids[0] },
    ]);
  });

  it("is not about what is newer than 15 minutes", async () => {
    const world = await paidWorld();
    left(world, "fresh", 7);
    await world.spend(3);
    world.account.movements.pop();
    expect((await world.compare()).findings).toEqual([]);
    world.clock.advance(15 * minute + 1);
    expect((await world.compare()).findingCount).toBe(2);
  });

  it("is about its period, whatever the clocks differ by", async () => {
    const world = await paidWorld();
    const [first, , last] = world.account.movements;
    if (first === undefined || last === undefined) throw new Error("There is no movement.");
    world.account.movements[0] = { ...first, at: first.at - minute };
    left(world, "before", 7, 31 * minute);
    const compared = await world.compare(new Date(world.clock.now() - 30 * minute));
    expect(compared).toMatchObject({
      findings: [],
      movements: { count: 2 },
      captures: { count: 3 },
    });
    world.account.movements[2] = { ...last, at: last.at + minute };
    const later = await world.compare(new Date(world.clock.now() - 29 * minute));
    expect(later).toMatchObject({ findings: [], movements: { count: 1 }, captures: { count: 0 } });
  });

  it("reads all pages of a workspace, up to the beginning of the period", async () => {
    const { clock, spend, compare } = await paidWorld();
    clock.advance(2 * day);
    for (let count = 0; count < 120; count += 1) await spend(1, "busy");
    clock.advance(16 * minute);
    expect(await compare()).toMatchObject({ findings: [], captures: { count: 120 } });
    expect((await compare(new Date(0))).captures.count).toBe(123);
  });

  it("lists the newest 200 differences and counts all", async () => {
    const world = await paidWorld();
    for (let count = 0; count < 205; count += 1) left(world, `${count}`, 1, (20 + count) * minute);
    const { findings, findingCount } = await world.compare();
    expect([findingCount, findings.length, findings[0]?.id]).toEqual([205, 200, "0"]);
  });

  it("continues with other executors if one cannot be read", async () => {
    const { account, clock, storage, spend } = await paidWorld();
    await spend(1);
    const failing = payingAccount(clock.now, "failing");
    failing.failing = new TreasuryError("spend_executor_error", "RPC endpoint 1 failed.");
    const { balances: _, movements: __, ...silent } = payingAccount(clock.now, "silent").executor;
    const rails = [failing.executor, account.executor, silent].map((executor) => ({
      executor,
      lowBalance: null,
    }));
    const engine = { storage, clock, report: () => undefined };
    const period = { from: clock.now() - day, timeoutMs: 1_000 };
    expect((await reconcileRails(engine, rails, period)).rails).toMatchObject([
      { rail: "failing", problem: "RPC endpoint 1 failed.", findings: [] },
      { rail: "account", problem: null, captures: { count: 4 } },
    ]);
  });

  it("is not about what another executor paid", async () => {
    const { clock, open, compare } = await paidWorld();
    const other = payingAccount(clock.now, "other");
    await open({ executors: { executor: other.executor } }).spend(9, "busy");
    clock.advance(16 * minute);
    expect(await compare()).toMatchObject({ findings: [], captures: { count: 3 } });
  });

  it("gives up an executor that does not answer", async () => {
    const { account, clock, storage } = await paidWorld();
    const executor = { ...account.executor, movements: () => new Promise<never>(() => {}) };
    const engine = { storage, clock, report: () => undefined };
    const rails = [{ executor, lowBalance: null }];
    const { rails: compared } = await reconcileRails(engine, rails, { from: 0, timeoutMs: 1 });
    expect(compared).toMatchObject([{ problem: expect.stringContaining("in time") }]);
  });

  it("rejects a period that has not begun", async () => {
    const { compare } = await paidWorld();
    await expect(compare(new Date(8e15))).rejects.toMatchObject({ code: "invalid_request" });
    await expect(compare(new Date(Number.NaN))).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("GET /treasury/rails/reconciliation", () => {
  it("has a period in days, and one comparison for concurrent requests", async () => {
    const { account, treasury } = await paidWorld();
    const get = (query: string) =>
      treasury.handler(
        new Request(`http://localhost:3000/api/service/treasury/rails/reconciliation${query}`),
      );
    account.readings = 0;
    const [one, other] = await Promise.all([get("?days=3"), get("?days=3")]);
    expect([one.status, other.status, account.readings]).toEqual([200, 200, 1]);
    expect(await one.json()).toMatchObject({
      from: "2026-10-31T10:30:00.000Z",
      to: "2026-11-03T10:30:00.000Z",
      rails: [{ rail: "account", findings: [] }],
    });
    for (const query of ["?days=0", "?days=32", "?days=x"]) {
      expect((await get(query)).status).toBe(400);
    }
  });
});
