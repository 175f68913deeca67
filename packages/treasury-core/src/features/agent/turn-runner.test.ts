import { describe, expect, it, vi } from "vitest";
import {
  type AgentTool,
  type FailureReport,
  type Treasury,
  type TreasuryOptions,
  createTreasury,
} from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { type ManualClock, manualClock } from "./manual-clock.fixture.ts";
import { type TestModel, calls, says, testModel } from "./test-model.fixture.ts";

const message = "Go.";
const seconds = 1_000;

interface TestContext {
  readonly treasury: Treasury;
  readonly model: TestModel;
  readonly clock: ManualClock;
}

function testContext(
  options: Partial<TreasuryOptions> = {},
  model = testModel("wait"),
): TestContext {
  const clock = manualClock();
  const storage = memoryStorage({ now: clock.now });
  const baseUrl = "http://localhost:3000";
  return {
    treasury: createTreasury({
      autoApprovePayees: "any",
      baseUrl,
      storage,
      model,
      clock,
      ...options,
    }),
    model,
    clock,
  };
}

function toolCalled(name: string): AgentTool {
  return {
    name,
    description: "",
    parameters: { "~standard": { version: 1, vendor: "test", validate: () => ({ issues: [] }) } },
    parametersSchema: {},
    effect: "read",
    execute: () => null,
  };
}

describe("the timeout of a turn", () => {
  it("is 120 seconds by default", async () => {
    const { treasury, model, clock } = testContext();
    const turn = treasury.runTurn({ message });
    await model.askedTimes(1);
    clock.advance(119.999 * seconds);
    expect(model.requests[0]?.signal.aborted).toBe(false);
    clock.advance(1);
    await expect(turn).rejects.toMatchObject({
      code: "turn_failed",
      message: "The turn took longer than 120 seconds.",
    });
  });

  it("can be set by the deployment", async () => {
    const { treasury, model, clock } = testContext({ turns: { timeoutSeconds: 5 } });
    const turn = treasury.runTurn({ message });
    await model.askedTimes(1);
    clock.advance(5 * seconds);
    await expect(turn).rejects.toMatchObject({ code: "turn_failed" });
  });

  it("leaves no timer when the turn ends earlier", async () => {
    const { treasury, clock } = testContext({}, testModel(says("Done.")));
    await treasury.runTurn({ message });
    expect(clock.sleepers).toBe(0);
  });
});

describe("the limit of one turn per workspace", () => {
  it("applies across processes", async () => {
    const { treasury, model, clock } = testContext();
    const storage = memoryStorage({ now: clock.now });
    const one = testContext({ storage, clock, model });
    const other = testContext({ storage, clock }, testModel(says("Done.")));
    const turn = one.treasury.runTurn({ message }).catch((error: unknown) => error);
    await model.askedTimes(1);
    await expect(other.treasury.runTurn({ message })).rejects.toMatchObject({
      code: "turn_in_progress",
      headers: { "retry-after": "5" },
    });
    const elsewhere = await other.treasury.runTurn({ message, workspaceId: "acme" });
    expect(elsewhere.assistant).toBe("Done.");
    clock.advance(120 * seconds);
    await turn;
    expect((await other.treasury.runTurn({ message })).assistant).toBe("Done.");
    await treasury.close();
  });

  it("ends when the lease of a crashed process expires", async () => {
    const { clock, model } = testContext();
    const storage = memoryStorage({ now: clock.now });
    const stopped = { ...clock, sleep: () => new Promise<void>(() => {}) };
    const gone = testContext({ storage, clock: stopped, model });
    const other = testContext({ storage, clock }, testModel(says("Done.")));
    void gone.treasury.runTurn({ message });
    await model.askedTimes(1);
    clock.advance(14 * seconds);
    await expect(other.treasury.runTurn({ message })).rejects.toMatchObject({
      code: "turn_in_progress",
    });
    clock.advance(2 * seconds);
    expect((await other.treasury.runTurn({ message })).assistant).toBe("Done.");
  });

  it("still applies when a turn that has lost its lease ends", async () => {
    const { clock, model } = testContext();
    const storage = memoryStorage({ now: clock.now });
    const stopped = { ...clock, sleep: () => new Promise<void>(() => {}) };
    const late = testContext({ storage, clock: stopped, model });
    const leaving = new AbortController();
    const lateTurn = late.treasury
      .runTurn({ message }, { signal: leaving.signal })
      .catch((error: unknown) => error);
    await model.askedTimes(1);
    clock.advance(16 * seconds);
    const second = testContext({ storage, clock });
    const secondTurn = second.treasury.runTurn({ message }).catch((error: unknown) => error);
    await second.model.askedTimes(1);
    leaving.abort();
    await lateTurn;
    const third = testContext({ storage, clock }, testModel(says("Done.")));
    await expect(third.treasury.runTurn({ message })).rejects.toMatchObject({
      code: "turn_in_progress",
    });
    clock.advance(120 * seconds);
    await secondTurn;
  });
});

describe("the turns of a process", () => {
  it("are limited to 100, and the next one is rejected with a time to retry", async () => {
    const { treasury, model, clock } = testContext();
    const turns = Array.from({ length: 100 }, async (_, index) =>
      treasury.runTurn({ message, workspaceId: `workspace-${index}` }),
    );
    const settled = Promise.allSettled(turns);
    await model.askedTimes(100);
    await expect(treasury.runTurn({ message })).rejects.toMatchObject({
      code: "too_many_turns",
      headers: { "retry-after": "5" },
    });
    clock.advance(120 * seconds);
    await settled;
    const next = treasury.runTurn({ message });
    await model.askedTimes(101);
    clock.advance(120 * seconds);
    await expect(next).rejects.toMatchObject({ code: "turn_failed" });
  });

  it("are awaited by close(), and none starts after it", async () => {
    const { treasury, model, clock } = testContext();
    const turn = treasury.runTurn({ message }).then(
      () => "done",
      () => "failed",
    );
    await model.askedTimes(1);
    const order: string[] = [];
    const closing = treasury.close().then(() => order.push("closed"));
    void turn.then((outcome) => order.push(outcome));
    clock.advance(120 * seconds);
    await Promise.all([turn, closing]);
    expect(order).toEqual(["failed", "closed"]);
    await expect(treasury.runTurn({ message })).rejects.toMatchObject({ code: "shutting_down" });
  });
});

describe("a failure around a turn", () => {
  it("is reported to the deployment if the turn itself succeeded", async () => {
    const onFailure = vi.fn<(report: FailureReport) => void>();
    const kept = memoryStorage();
    let commits = 0;
    const storage = {
      ...kept,
      load: kept.load.bind(kept),
      view: kept.view.bind(kept),
      purge: kept.purge.bind(kept),
      commit: async (given: Parameters<typeof kept.commit>[0]) => {
        commits += 1;
        return commits === 1
          ? kept.commit(given)
          : [{ kind: "rejected" as const, cause: new Error("The disk is full.") }];
      },
    };
    const { treasury } = testContext({ storage, onFailure }, testModel(says("Done.")));
    expect((await treasury.runTurn({ message })).assistant).toBe("Done.");
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  it("is reported to the deployment if the turn was interrupted after a spend", async () => {
    const onFailure = vi.fn<(report: FailureReport) => void>();
    const spend = { amountUsd: 1, vendor: "Sticker Mule", purpose: "stickers" };
    const brokenOff = [{ kind: "text", text: "And then" }] as const;
    const model = testModel(calls("propose_spend", spend), brokenOff);
    const { treasury } = testContext({ budget: { startingCapitalUsd: 100 }, onFailure }, model);
    const { events, state } = await treasury.runTurn({ message });
    expect(state.expenseUsd).toBe(1);
    expect(events.at(-1)?.kind).toBe("error");
    expect(onFailure).toHaveBeenCalledTimes(1);
    expect(onFailure.mock.calls[0]?.[0].error).toMatchObject({ code: "model_failed" });
  });

  it("is thrown for invalid or duplicate tool names", () => {
    for (const names of [["propose_spend"], ["a", "a"], [""], ["a b"], ["1a"], ["a".repeat(65)]]) {
      expect(() => testContext({ tools: names.map(toolCalled) })).toThrow(/tool/);
    }
  });
});
