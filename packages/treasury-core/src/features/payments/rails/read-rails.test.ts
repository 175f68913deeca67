import { TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { payingAccount, railWorld } from "./paying-account.fixture.ts";

const second = 1_000;

describe("the rails of a treasury", () => {
  it("have their balance beside what all workspaces hold for them", async () => {
    const { account, open } = railWorld();
    const { treasury, spend } = open({ proposalExpiryHours: 1 });
    await spend(5);
    account.pays = "in_progress";
    await spend(10, "acme");
    await spend(20.5, "other");
    await treasury.propose({ amountUsd: 50, vendor: "Acme", purpose: "waits for a person" });
    expect(await treasury.rails()).toEqual({
      rails: [
        {
          rail: "account",
          mode: "test",
          balances: [{ asset: "USD", amountUsd: 64.5 }],
          problem: null,
          heldUsd: 30.5,
          heldCount: 2,
          lowBalanceUsd: null,
          isLow: false,
          canReconcile: true,
        },
      ],
      isComplete: true,
    });
  });

  it("have no captured part of a payment among what is held", async () => {
    const { account, open } = railWorld();
    const { treasury, spend } = open();
    account.pays = "in_progress";
    const proposalId = await spend(10);
    const captures = [{ id: "part", amount: dollars(6) }];
    const part = { workspaceId: "acme", proposalId, captures, reference: "card", isOpen: true };
    await treasury.recordSpendNotice({ kind: "captured", ...part });
    expect(await treasury.state("acme")).toMatchObject({ heldUsd: 4 });
    expect((await treasury.rails()).rails).toMatchObject([{ heldUsd: 4, heldCount: 1 }]);
  });

  it("are low below their threshold", async () => {
    const { account, clock, open } = railWorld();
    const { treasury } = open({ executors: { executor: account.executor, lowBalanceUsd: 20 } });
    account.balance = dollars(20);
    expect((await treasury.rails()).rails).toMatchObject([{ lowBalanceUsd: 20, isLow: false }]);
    account.balance = dollars(19.99);
    clock.advance(5 * second);
    expect((await treasury.rails()).rails).toMatchObject([{ isLow: true }]);
  });

  it("have the reason why they could not be read, without the text of unknown errors", async () => {
    const { account, clock, open } = railWorld();
    const { treasury, failures } = open();
    account.failing = new TreasuryError("spend_executor_error", "RPC endpoint 1 failed.");
    const [known] = (await treasury.rails()).rails;
    expect(known).toMatchObject({ balances: null, problem: "RPC endpoint 1 failed." });
    account.failing = new Error("secret-key");
    clock.advance(5 * second);
    const [unknown] = (await treasury.rails()).rails;
    expect(unknown).toMatchObject({ balances: null, problem: "The payment executor failed." });
    expect(failures).toEqual([account.failing]);
  });

  it("include an executor that is no longer connected while amounts are held for it", async () => {
    const { account, clock, open } = railWorld();
    account.pays = "in_progress";
    await open().spend(7);
    const { balances: _, movements: __, ...silent } = payingAccount(clock.now, "new").executor;
    const { treasury } = open({ executors: { executor: silent } });
    expect((await treasury.rails()).rails).toMatchObject([
      { rail: "new", balances: null, problem: null, heldUsd: 0, canReconcile: false },
      { rail: "account", mode: null, problem: expect.stringContaining("connected"), heldUsd: 7 },
    ]);
  });

  it("are those of all executors", async () => {
    const { account, clock, open } = railWorld();
    const other = payingAccount(clock.now, "other");
    const { treasury, spend } = open({
      executors: [{ executor: account.executor }, { executor: other.executor, lowBalanceUsd: 200 }],
    });
    await spend(30);
    expect((await treasury.rails()).rails).toMatchObject([
      { rail: "account", balances: [{ amountUsd: 70 }], isLow: false },
      { rail: "other", balances: [{ amountUsd: 100 }], isLow: true },
    ]);
  });

  it("are read once in some seconds, and again after a failure of the storage", async () => {
    const { account, clock, storage, open } = railWorld();
    let isDown = false;
    const due: typeof storage.due = (...page) =>
      isDown ? Promise.reject(new TreasuryError("storage_error", "down")) : storage.due(...page);
    const { treasury } = open({ storage: { ...forwardedStorage(storage), due } });
    await Promise.all([treasury.rails(), treasury.rails()]);
    expect(account.readings).toBe(1);
    clock.advance(5 * second);
    isDown = true;
    await expect(treasury.rails()).rejects.toMatchObject({ code: "storage_error" });
    isDown = false;
    expect((await treasury.rails()).rails).toHaveLength(1);
  });

  it("are an empty list without an executor", async () => {
    const { treasury } = railWorld().open({ executors: undefined } as object);
    expect(await treasury.rails()).toEqual({ rails: [], isComplete: true });
    expect((await treasury.reconcileRails()).rails).toEqual([]);
  });

  it("reject an impossible threshold", () => {
    const { account, open } = railWorld();
    const { executor } = account;
    expect(() => open({ executors: { executor, lowBalanceUsd: -1 } })).toThrow(
      "`executors.lowBalanceUsd`",
    );
  });
});

describe("GET /treasury/rails", () => {
  it("needs the permission for all workspaces, and is not for agents", async () => {
    const { open } = railWorld();
    const asked: (string | null)[] = [];
    const { treasury } = open({
      authenticate: ({ headers }) => (headers.get("x-user") === "ada" ? { name: "ada" } : null),
      authorize: ({ action, workspaceId }) => {
        asked.push(action, workspaceId);
        return action === "readRails";
      },
    });
    const { token } = await treasury.credentials.issue({ agentId: "buyer", name: "Buyer" });
    const get = (path: string, headers: Record<string, string>) =>
      treasury.handler(new Request(`http://localhost:3000/api/service${path}`, { headers }));
    expect((await get("/treasury/rails", { "x-user": "ada" })).status).toBe(200);
    expect(asked).toEqual(["readRails", null]);
    expect((await get("/treasury/rails/reconciliation", { "x-user": "ada" })).status).toBe(403);
    const agent = await get("/treasury/rails", { authorization: `Bearer ${token ?? ""}` });
    expect(agent.status).toBe(403);
  });
});
