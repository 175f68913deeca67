import { type Machine, Micros } from "@agent-treasury/provider";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { Treasury } from "../../treasury.ts";
import { hostOfOneMachine, machine } from "./one-machine.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
/** 0.60 USD an hour, which is 0.01 USD a minute. */
const microsPerMinute = 10_000;

function world(
  tab: { amountUsd?: number; minutes?: number } = {},
  payees: "any" | "known" = "any",
) {
  const clock = testClock();
  const storage = memoryStorage({ now: clock.now });
  let state = "suspended";
  let since = clock.now();
  let ranMs = 3 * minute;
  const ran = () => ranMs + (state === "started" ? clock.now() - since : 0);
  const now = (): Machine => ({
    ...machine,
    state,
    uptimeMs: ran(),
    computeCost: Micros.of(BigInt(Math.round((ran() * microsPerMinute) / minute))),
  });
  const become = (next: string) => {
    ranMs = ran();
    since = clock.now();
    state = next;
    return now();
  };
  let commandMs = minute;
  const host = hostOfOneMachine({
    list: async () => [now()],
    get: async () => now(),
    start: async () => (state === "started" ? now() : become("started")),
    suspend: async () => become("suspended"),
    exec: async () => {
      clock.advance(commandMs);
      return { exitCode: 0, stdout: "", stderr: "", durationMs: commandMs };
    },
    destroy: async () => {
      become("destroyed");
    },
  });
  const withTab = { amountUsd: 1, minutes: 600, hourUsd: 0.6, ...tab };
  const open = (options: Partial<TreasuryOptions> | null = null, changes: typeof tab = {}) => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage,
      clock,
      recoverySeconds: false,
      autoApprovePayees: payees,
      access: "guests",
      budget: { startingCapitalUsd: 1000, dailySpendCapUsd: 500 },
      ...(options ?? { machines: { host, tab: { ...withTab, ...changes } } }),
    });
    onTestFinished(() => treasury.close());
    return treasury;
  };
  return {
    treasury: open(),
    open,
    clock,
    become,
    cost: () => Number(now().computeCost) / 1_000_000,
    takes: (milliseconds: number) => {
      commandMs = milliseconds;
    },
  };
}

async function act(treasury: Treasury, body: object, method = "POST") {
  const init = { method, headers: { "content-type": "application/json" } };
  const content = method === "POST" ? { body: JSON.stringify(body) } : {};
  const url = "http://localhost:3000/api/service/agents/machine-1";
  const response = await treasury.handler(new Request(url, { ...init, ...content }));
  const answer = (await response.json()) as { code?: string; error?: string };
  return { status: response.status, body: answer };
}

const exec = (treasury: Treasury) =>
  act(treasury, { action: "exec", command: "true", timeoutSec: 60 });

async function tabsOf(treasury: Treasury) {
  const { proposals } = await treasury.state("acme");
  const ids = proposals.filter(({ payout }) => payout?.id === "tab").map(({ id }) => id);
  const read = ids.map((tabId) => treasury.tabs.read({ workspaceId: "acme", tabId }));
  return (await Promise.all(read)).map(({ tab }) => tab).toReversed();
}

describe("the tab of a machine", () => {
  it("is charged what the machine cost since its first use, and no more", async () => {
    const { treasury, clock, become, cost } = world();
    const before = cost();
    expect(before).toBe(0.03);
    expect((await exec(treasury)).status).toBe(200);
    expect(await tabsOf(treasury)).toMatchObject([{ chargedUsd: 0.01, openReservations: 1 }]);
    clock.advance(4 * minute);
    expect((await exec(treasury)).status).toBe(200);
    await treasury.recover();
    await treasury.recover();
    become("suspended");
    await treasury.recover();
    clock.advance(hour);
    await treasury.recover();
    const [tab] = await tabsOf(treasury);
    expect(tab).toMatchObject({
      chargedUsd: 0.06,
      reservedUsd: 0,
      estimatedUsd: 0,
      status: "open",
    });
    expect(cost()).toBe(0.09);
  });

  it("refuses a start and a command once it has too little left, and shows an overrun", async () => {
    const { treasury, clock, become, cost, takes } = world({ amountUsd: 0.2 });
    expect((await exec(treasury)).status).toBe(200);
    clock.advance(25 * minute);
    for (const action of ["start", "exec"]) {
      const answer = await act(treasury, { action, command: "true", timeoutSec: 60 });
      expect(answer).toMatchObject({ status: 409, body: { code: "tab_exhausted" } });
    }
    await treasury.recover();
    become("suspended");
    await treasury.recover();
    const [exhausted] = await tabsOf(treasury);
    expect(exhausted).toMatchObject({
      chargedUsd: 0.26,
      maximumUsd: 0.2,
      status: "closed",
      closedBecause: "exhausted",
    });
    expect(await exec(treasury)).toMatchObject({ status: 409, body: { code: "tab_closed" } });
    await treasury.tabs.renew({ workspaceId: "acme", tabId: exhausted!.id, minutes: 60 });
    takes(2 * minute);
    expect((await exec(treasury)).status).toBe(200);
    const charged = (await tabsOf(treasury)).map(({ chargedUsd }) => chargedUsd);
    expect(charged).toEqual([0.26, 0.02]);
    expect(cost()).toBe(0.31);
  });

  it("refuses while the workspace is frozen, and before its approval", async () => {
    const { treasury } = world({}, "known");
    expect(await exec(treasury)).toMatchObject({ status: 409, body: { code: "tab_closed" } });
    const [pending] = await tabsOf(treasury);
    const decision = { proposalId: pending!.id, operator: "Ada", decision: "approve" } as const;
    await treasury.decide({ workspaceId: "acme", ...decision });
    expect((await exec(treasury)).status).toBe(200);
    await treasury.freezes.freeze({ workspaceId: "acme", scope: "workspace", reason: "Wait." });
    expect(await exec(treasury)).toMatchObject({ status: 409, body: { code: "frozen" } });
  });

  it("is followed by another an hour after it was denied, also with other options", async () => {
    const { treasury, open, clock } = world({}, "known");
    await exec(treasury);
    const [first] = await tabsOf(treasury);
    const denial = { workspaceId: "acme", proposalId: first!.id, operator: "Ada" };
    await treasury.decide({ ...denial, decision: "deny" });
    clock.advance(hour);
    const other = open(null, { amountUsd: 2 });
    expect(await exec(other)).toMatchObject({ status: 409, body: { code: "tab_closed" } });
    const [, second] = await tabsOf(treasury);
    expect(second).toMatchObject({ status: "pending", maximumUsd: 2 });
    const approval = { workspaceId: "acme", proposalId: second!.id, operator: "Ada" };
    await treasury.decide({ ...approval, decision: "approve" });
    expect((await exec(other)).status).toBe(200);
    // A process with other options uses the same tab.
    expect((await exec(treasury)).status).toBe(200);
    expect(await tabsOf(treasury)).toMatchObject([{ status: "denied" }, { status: "open" }]);
  });

  it("is not proposed again within an hour of a refusal, however often it is used", async () => {
    const { treasury, clock } = world({}, "known");
    await exec(treasury);
    const [first] = await tabsOf(treasury);
    clock.advance(5 * minute);
    const denial = { workspaceId: "acme", proposalId: first!.id, operator: "Ada" };
    await treasury.decide({ ...denial, decision: "deny", comment: "Use the other machine." });
    const next = new Date(clock.now() + hour).toISOString();
    for (let count = 0; count < 3; count += 1) {
      clock.advance(10 * minute);
      for (const action of ["start", "exec"]) {
        const answer = await act(treasury, { action, command: "true", timeoutSec: 60 });
        expect(answer).toMatchObject({ status: 409, body: { code: "tab_closed" } });
        expect(answer.body.error).toContain(
          `is denied with the reason "Use the other machine.". The first use after ${next} proposes another.`,
        );
      }
    }
    clock.advance(30 * minute - 1);
    await exec(treasury);
    expect(await tabsOf(treasury)).toHaveLength(1);
    clock.advance(1);
    await exec(treasury);
    expect(await tabsOf(treasury)).toMatchObject([{ status: "denied" }, { status: "pending" }]);
  });

  it("that rules refuse is proposed once an hour, with the reason", async () => {
    const { treasury, clock } = world({ amountUsd: 60 });
    await treasury.freezes.freeze({ workspaceId: "acme", scope: "workspace", reason: "Wait." });
    for (let count = 0; count < 13; count += 1) {
      const { body } = await exec(treasury);
      expect(body.code).toBe("tab_closed");
      expect(body.error).toContain(" with the reason ");
      clock.advance(9 * minute);
    }
    expect(await tabsOf(treasury)).toHaveLength(2);
  });

  it("gets one ledger entry an hour from a machine that runs on after it was closed", async () => {
    const { treasury, clock, become, cost } = world({ amountUsd: 5 });
    await exec(treasury);
    const [open] = await tabsOf(treasury);
    await treasury.tabs.close({ workspaceId: "acme", tabId: open!.id });
    clock.advance(minute);
    await treasury.recover();
    const entries = async () => (await treasury.state("acme")).ledger.length;
    const before = await entries();
    for (let minutes = 0; minutes < 90; minutes += 10) {
      clock.advance(10 * minute);
      await treasury.recover();
    }
    expect(await entries()).toBe(before + 1);
    become("suspended");
    await treasury.recover();
    expect(await entries()).toBe(before + 2);
    expect((await tabsOf(treasury))[0]?.chargedUsd).toBeCloseTo(cost() - 0.03, 6);
  });

  it("is charged once for a use during which the process ended, and by two processes", async () => {
    const { treasury, open, clock, become, cost } = world();
    expect((await act(treasury, { action: "start" })).status).toBe(200);
    clock.advance(5 * minute);
    become("suspended");
    clock.advance(26 * hour);
    // A process without machines counts the reservation at its maximum.
    await open({}).recover();
    expect(await tabsOf(treasury)).toMatchObject([{ chargedUsd: 0.1, estimatedUsd: 0.1 }]);
    const [one, other] = [open(), open()];
    await Promise.all([one.recover(), other.recover(), one.recover()]);
    const [tab] = await tabsOf(one);
    expect(tab).toMatchObject({ chargedUsd: 0.05, estimatedUsd: 0, reservedUsd: 0 });
    expect(cost()).toBe(0.08);
  });

  it("is charged the rest and closed when the machine is destroyed", async () => {
    const { treasury, clock } = world();
    await exec(treasury);
    clock.advance(3 * minute);
    expect((await act(treasury, {}, "DELETE")).status).toBe(200);
    expect(await tabsOf(treasury)).toMatchObject([
      { chargedUsd: 0.04, reservedUsd: 0, status: "closed", closedBecause: "call" },
    ]);
    const { expenseUsd, heldUsd } = await treasury.state("acme");
    expect({ expenseUsd, heldUsd }).toEqual({ expenseUsd: 0.04, heldUsd: 0 });
  });
});
