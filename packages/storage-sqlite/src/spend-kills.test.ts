import { setTimeout as sleep } from "node:timers/promises";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { expectMet } from "test-suites/histories";
import { afterAll, describe, expect, it } from "vitest";
import { type Payee, openPayee, payeeExecutor } from "./payee.fixture.ts";
import { runFixture } from "./run-fixture.fixture.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
const path = pathOf("spends.db");
const kills = process.env["TEST_LONG"] === undefined ? 3 : 100;
/** Of a payment. A busy machine answers within it. */
const timeoutSeconds = 2;
const workspaceOf = (kill: number): string => `w${kill}`;

/** The moments of a kill: before or after the payment, or at a random time. */
const moments = ["before", "after", "sometime"] as const;

let strike: { moment: (typeof moments)[number]; kill: () => void } | null = null;
let payee: Payee;

function strikeAt(moment: "before" | "after"): boolean {
  if (strike?.moment !== moment) return false;
  strike.kill();
  strike = null;
  return true;
}

/** Runs a process that spends, kills it, and checks the amount that it left held. */
async function killSpender(kill: number): Promise<void> {
  const spender = runFixture("spender", path, payee.url, workspaceOf(kill));
  const before = payee.payments().length;
  while (payee.payments().length < before + 1 + Math.floor(Math.random() * 4)) {
    const { exitCode, signalCode } = spender.child;
    if (exitCode !== null || signalCode !== null)
      throw new Error("The spender exited before it was killed.");
    await sleep(5);
  }
  const moment = moments[kill % moments.length] ?? "sometime";
  strike = { moment, kill: () => spender.child.kill("SIGKILL") };
  if (moment === "sometime") {
    await sleep(Math.random() * 10);
    strike.kill();
  }
  const { signal } = await spender.ended;
  strike = null;
  expect(signal).toBe("SIGKILL");
}

function openTreasury(): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path }),
    executors: { executor: payeeExecutor(payee.url), timeoutSeconds },
    recoverySeconds: false,
  });
}

async function heldIn(treasury: Treasury, workspaceId: string): Promise<string[]> {
  const { proposals } = await treasury.state(workspaceId);
  return proposals.filter(({ status }) => status === "approved").map(({ id }) => id);
}

describe("a process that is killed during external payments", () => {
  afterAll(() => payee.close());

  it(`pays everything exactly once, killed ${kills} times`, async () => {
    payee = await openPayee(pathOf("payments.jsonl"), {
      before: () => !strikeAt("before"),
      after: () => strikeAt("after"),
    });
    const met = { held: 0, paidBefore: 0 };
    const onlooker = openTreasury();
    const workspaces: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      workspaces.push(workspaceOf(kill));
      await killSpender(kill);
      const paid = new Set(payee.payments().map(({ key }) => key));
      // The payment that was struck may be one that an earlier process left.
      const held = await Promise.all(workspaces.map((each) => heldIn(onlooker, each)));
      met.held += held.flat().length;
      met.paidBefore += held.flat().filter((id) => paid.has(id)).length;
    }
    for (let isHeld = true; isHeld;) {
      await sleep(500);
      await onlooker.recover();
      const held = await Promise.all(workspaces.map((each) => heldIn(onlooker, each)));
      isHeld = held.flat().length > 0;
    }
    const recorded: string[] = [];
    for (const workspaceId of workspaces) {
      const { proposals, heldUsd, expenseUsd } = await onlooker.state(workspaceId);
      // The process may have been killed by a payment that an earlier one left.
      if (proposals.length === 0) continue;
      const executed = proposals.filter(({ status }) => status === "executed");
      expect({ heldUsd, statuses: new Set(proposals.map(({ status }) => status)) }).toEqual({
        heldUsd: 0,
        statuses: new Set(["executed"]),
      });
      expect(expenseUsd).toBe(3 * executed.length);
      expect((await onlooker.verify(workspaceId)).valid).toBe(true);
      recorded.push(...executed.map(({ id }) => id));
    }
    const paid = payee.payments().map(({ key }) => key);
    expect(new Set(paid).size).toBe(paid.length);
    expect(recorded.toSorted()).toEqual(paid.toSorted());
    console.log(
      `${kills} kills: ${met.held} left money held, ${met.paidBefore} of them after it was paid; ${paid.length} payments in all`,
    );
    expectMet(met, { held: kills / 3 });
    await onlooker.close();
  }, 1_200_000);
});
