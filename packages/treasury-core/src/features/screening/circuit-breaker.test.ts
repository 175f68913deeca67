import { systemClock } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { CircuitBreakers, trackedAgents } from "./circuit-breaker.ts";
import { judgedSpends } from "./judged-spends.fixture.ts";
import { judgeThat, type TestJudge } from "./test-judges.fixture.ts";

function steppedClock() {
  const clock = { ...systemClock, time: 0, monotonic: () => clock.time };
  return clock;
}

const failures: readonly (readonly [string, unknown])[] = [
  ["a rejected connection", new Error("ECONNREFUSED")],
  ...[401, 403, 404, 408, 429, 500, 503].map(
    (status) => [`status ${status}`, Object.assign(new Error("Failed."), { status })] as const,
  ),
  ["status 503 as the cause", new Error("Failed.", { cause: { status: 503 } })],
  ["status 401 as the cause", new Error("Failed.", { cause: { status: 401 } })],
];

/** Fails for the vendor Acme. */
function failingForAcme(error: unknown = new Error("ECONNREFUSED")): TestJudge {
  return judgeThat(async ({ vendor }) => {
    if (vendor === "Acme") throw error;
    return { verdict: "safe", reason: "Fine." };
  });
}

describe("an agent without an answer of the judge five times in a row", () => {
  it.each(failures)("has spends that wait without a call for 30 s: %s", async (_what, error) => {
    const clock = steppedClock();
    const breakers = new CircuitBreakers(clock, 60);
    const judge = failingForAcme(error);
    const spends = judgedSpends(judge, {}, { breakers });
    const spend = { workspaceId: "acme" };
    for (let count = 0; count < 5; count += 1) {
      expect(breakers.isPaused("acme")).toBe(false);
      expect((await spends.propose(spend)).reason).toContain("did not answer");
    }
    expect(breakers.isPaused("acme")).toBe(true);
    const paused = await spends.propose(spend);
    expect(judge.asked).toHaveLength(5);
    expect(paused).toMatchObject({ status: "pending", verdict: "safe" });
    expect(paused.reason).toContain("is paused for 30 s");
    clock.time += 29_999;
    await spends.propose(spend);
    expect(judge.asked).toHaveLength(5);
    clock.time += 1;
    expect(breakers.isPaused("acme")).toBe(false);
    await spends.propose(spend);
    await spends.propose(spend);
    expect(judge.asked).toHaveLength(6);
    clock.time += 30_000;
    const answered = { ...spend, vendor: "Hetzner" };
    expect(await spends.propose(answered)).toMatchObject({ status: "executed" });
    expect(await spends.propose(answered)).toMatchObject({ status: "executed" });
    expect(judge.asked).toHaveLength(8);
    expect(breakers.isPaused("acme")).toBe(false);
  });

  it("pauses the judge for no other workspace and no other agent", async () => {
    const breakers = new CircuitBreakers(systemClock, 60);
    const judge = failingForAcme();
    const spends = judgedSpends(judge, {}, { breakers });
    const proposer = { workspaceId: "acme", agentId: "first" };
    for (let count = 0; count < 5; count += 1) await spends.propose(proposer);
    for (const other of [
      { workspaceId: "acme", agentId: "second" },
      { workspaceId: "beta", agentId: "first" },
    ]) {
      const proposal = await spends.propose({ ...other, vendor: "Hetzner" });
      expect(proposal).toMatchObject({ status: "executed", reason: "No screening rule matched." });
    }
    expect(judge.asked).toHaveLength(7);
    expect([breakers.isPaused("acme"), breakers.isPaused("beta")]).toEqual([true, false]);
  });
});

describe("a failure that a text can cause", () => {
  it.each([400, 413, 422])("does not pause the judge: status %d", async (status) => {
    const breakers = new CircuitBreakers(systemClock, 60);
    const judge = failingForAcme(Object.assign(new Error("No."), { status }));
    const spends = judgedSpends(judge, {}, { breakers });
    for (let count = 0; count < 7; count += 1) {
      const proposal = await spends.propose({ workspaceId: "acme" });
      expect(proposal).toMatchObject({ status: "pending", verdict: "safe" });
    }
    expect(judge.asked).toHaveLength(7);
    expect(breakers.isPaused("acme")).toBe(false);
  });

  it("does not pause the judge: an unusable answer", async () => {
    const judge = judgeThat(() => Promise.resolve(null));
    const spends = judgedSpends(judge);
    for (let count = 0; count < 7; count += 1) await spends.propose({ workspaceId: "acme" });
    expect(judge.asked).toHaveLength(7);
  });
});

describe("the calls of one agent", () => {
  it.each(["approval", "review", "screening"] as const)(
    "are bounded per minute, and further spends wait, with %s on silence",
    async (onSilence) => {
      const clock = steppedClock();
      const breakers = new CircuitBreakers(clock, 3);
      const judge = failingForAcme();
      const spends = judgedSpends(judge, {}, { breakers, onSilence });
      const spend = { workspaceId: "acme", vendor: "Hetzner" };
      for (let count = 0; count < 3; count += 1) {
        expect(await spends.propose(spend)).toMatchObject({ status: "executed" });
      }
      clock.time += 59_999;
      const further = await spends.propose(spend);
      expect(further).toMatchObject({ status: "pending", autoApproved: false });
      expect(further.verdict).toBe(onSilence === "review" ? "review" : "safe");
      expect(further.reason).toContain("reached its limit of 3 calls of the judge");
      expect(breakers.isPaused("acme")).toBe(false);
      const other = await spends.propose({ ...spend, agentId: "other" });
      expect(other).toMatchObject({ status: "executed" });
      clock.time += 1;
      expect(await spends.propose(spend)).toMatchObject({ status: "executed" });
      expect(judge.asked).toHaveLength(5);
    },
  );
});

describe("the agents that are tracked", () => {
  it("are the most recent ones", () => {
    const breakers = new CircuitBreakers(systemClock, 60);
    const fail = (workspaceId: string): void => {
      const breaker = breakers.of(workspaceId, "agent");
      for (let count = 0; count < 5; count += 1) breaker.failed();
    };
    fail("first");
    fail("second");
    for (let count = 2; count < trackedAgents; count += 1) breakers.of("many", `agent-${count}`);
    breakers.of("first", "agent");
    expect(breakers.isPaused("second")).toBe(true);
    breakers.of("many", "one more");
    expect(breakers.isPaused("second")).toBe(false);
    expect(breakers.isPaused("first")).toBe(true);
  });
});
