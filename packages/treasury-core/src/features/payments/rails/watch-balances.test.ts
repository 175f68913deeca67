import { TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { expect, it } from "vitest";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { type RailProcess, type RailWorld, railWorld } from "./paying-account.fixture.ts";

const minute = 60_000;

interface Watched extends RailWorld {
  process(): RailProcess;
  /** Maintenance of these processes at a balance, a minute later. */
  look(usd: number, ...processes: readonly RailProcess[]): Promise<void>;
}

function down(): Promise<never> {
  return Promise.reject(new TreasuryError("storage_error", "down"));
}

/** Maintenance, and then another one that waits for the delivery of its event. */
async function pass({ treasury }: RailProcess): Promise<void> {
  await treasury.recover();
  await treasury.recover();
}

function watched(): Watched {
  const world = railWorld();
  const { account, clock, open } = world;
  return {
    ...world,
    process: () => open({ executors: { executor: account.executor, lowBalanceUsd: 20 } }),
    look: async (usd, ...processes) => {
      account.balance = dollars(usd);
      clock.advance(minute);
      for (const one of processes) await pass(one);
    },
  };
}

it("reports each fall below the threshold once, whichever process sees it", async () => {
  const { process, look } = watched();
  const [one, other] = [process(), process()];
  const events = () => [...one.events, ...other.events];
  await look(20, one, other);
  expect(events()).toEqual([]);
  await look(19, one, other);
  await look(5, other, one);
  expect(events()).toMatchObject([
    { kind: "railBalanceLow", workspaceId: "~deployment", rail: "account" },
  ]);
  await look(500, other, one);
  await look(3, other, one);
  expect(events()).toHaveLength(2);
  const restarted = process();
  await look(2, restarted);
  expect([...events(), ...restarted.events]).toHaveLength(2);
});

it("reports an account that is low when it is first looked at", async () => {
  const { process, look } = watched();
  const one = process();
  await look(1, one);
  expect(one.events).toHaveLength(1);
});

it("changes nothing while the balance cannot be read, and reports the reason", async () => {
  const { account, process, look } = watched();
  const one = process();
  await look(100, one);
  account.failing = new TreasuryError("spend_executor_error", "RPC endpoint 1 failed.");
  await look(1, one);
  expect(one.events).toEqual([]);
  expect(one.failures).toMatchObject([
    { message: "The balance of account could not be read: RPC endpoint 1 failed." },
  ]);
  account.failing = null;
  await look(1, one);
  expect(one.events).toHaveLength(1);
});

it("reads the balance once a minute, and only with a threshold", async () => {
  const { account, clock, open, process } = watched();
  await open().treasury.recover();
  expect(account.readings).toBe(0);
  const { treasury } = process();
  await treasury.recover();
  clock.advance(minute - 1);
  await treasury.recover();
  expect(account.readings).toBe(1);
});

it("commits only a fall and its end", async () => {
  const { account, clock, storage, open } = watched();
  let commits = 0;
  const process = open({
    executors: { executor: account.executor, lowBalanceUsd: 20 },
    storage: {
      ...forwardedStorage(storage),
      commit: (items) => {
        commits += items.filter(({ workspaceId }) => workspaceId === "~deployment").length;
        return storage.commit(items);
      },
    },
  });
  for (const usd of [100, 90, 5, 4, 80, 70]) {
    account.balance = dollars(usd);
    clock.advance(minute);
    await pass(process);
  }
  expect([commits, process.events.length]).toEqual([2, 1]);
});

it("records again what the storage did not accept", async () => {
  const { account, clock, storage, open } = watched();
  let isDown = true;
  const process = open({
    executors: { executor: account.executor, lowBalanceUsd: 20 },
    storage: {
      ...forwardedStorage(storage),
      commit: (items) => (isDown ? down() : storage.commit(items)),
    },
  });
  account.balance = dollars(1);
  await pass(process);
  expect(process.events).toEqual([]);
  expect(process.failures).toContainEqual(expect.objectContaining({ code: "storage_error" }));
  isDown = false;
  clock.advance(minute);
  await pass(process);
  expect(process.events).toHaveLength(1);
});
