import { describe, expect, it, vi } from "vitest";
import {
  type AgentTool,
  type FailureReport,
  type Treasury,
  type TreasuryOptions,
  createTreasury,
} from "../index.ts";
import { memoryStorage } from "../memory.ts";
import { type ManualClock, manualClock } from "./manual-clock.fixture.ts";
import { type TestModel, calls, says, testModel } from "./test-model.fixture.ts";

const message = "Go.";
const seconds = 1_000;

interface Scene {
  readonly treasury: Treasury;
  readonly model: TestModel;
  readonly clock: ManualClock;
}

function scene(options: Partial<TreasuryOptions> = {}, model = testModel("wait")): Scene {
  const clock = manualClock();
  const storage = memoryStorage({ now: clock.now });
  const baseUrl = "http://localhost:3000";
  return { treasury: createTreasury({ baseUrl, storage, model, clock, ...options }), model, clock };
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

describe("a turn's time", () => {
  it("is 120 seconds", async () => {
    const { treasury, model, clock } = scene();
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

  it("is what the deployment set", async () => {
    const { treasury, model, clock } = scene({ turns: { timeoutSeconds: 5 } });
    const turn = treasury.runTurn({ message });
    await model.askedTimes(1);
    clock.advance(5 * seconds);
    await expect(turn).rejects.toMatchObject({ code: "turn_failed" });
  });

  it("leaves no timer behind when the turn ends before", async () => {
    const { treasury, clock } = scene({}, testModel(says("Done.")));
    await treasury.runTurn({ message });
    expect(clock.sleepers).toBe(0);
  });
});

describe("one turn at a time", () => {
  it("holds in a workspace for every process", async () => {
    const { treasury, model, clock } = scene();
    const storage = memoryStorage({ now: clock.now });
    const one = scene({ storage, clock, model });
    const other = scene({ storage, clock }, testModel(says("Done.")));
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

  it("ends by itself where the process that ran it is gone", async () => {
    const { clock, model } = scene();
    const storage = memoryStorage({ now: clock.now });
    const stopped = { ...clock, sleep: () => new Promise<void>(() => {}) };
    const gone = scene({ storage, clock: stopped, model });
    const other = scene({ storage, clock }, testModel(says("Done.")));
    void gone.treasury.runTurn({ message });
    await model.askedTimes(1);
    clock.advance(14 * seconds);
    await expect(other.treasury.runTurn({ message })).rejects.toMatchObject({
      code: "turn_in_progress",
    });
    clock.advance(2 * seconds);
    expect((await other.treasury.runTurn({ message })).assistant).toBe("Done.");
  });

  it("is not ended by a turn that ran out of it", async () => {
    const { clock, model } = scene();
    const storage = memoryStorage({ now: clock.now });
    const stopped = { ...clock, sleep: () => new Promise<void>(() => {}) };
    const late = scene({ storage, clock: stopped, model });
    const leaving = new AbortController();
    const lateTurn = late.treasury
      .runTurn({ message }, { signal: leaving.signal })
      .catch((error: unknown) => error);
    await model.askedTimes(1);
    clock.advance(16 * seconds);
    const second = scene({ storage, clock });
    const secondTurn = second.treasury.runTurn({ message }).catch((error: unknown) => error);
    await second.model.askedTimes(1);
    leaving.abort();
    await lateTurn;
    const third = scene({ storage, clock }, testModel(says("Done.")));
    await expect(third.treasury.runTurn({ message })).rejects.toMatchObject({
      code: "turn_in_progress",
    });
    clock.advance(120 * seconds);
    await secondTurn;
  });
});

describe("a process's turns", () => {
  it("are a hundred at once, and one more is told to come back", async () => {
    const { treasury, model, clock } = scene();
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

  it("are waited for by close(), and none begins after it", async () => {
    const { treasury, model, clock } = scene();
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

describe("what goes wrong around a turn", () => {
  it("is told to the deployment where the turn itself was done", async () => {
    const onFailure = vi.fn<(report: FailureReport) => void>();
    const kept = memoryStorage();
    let commits = 0;
    const storage = {
      ...kept,
      load: kept.load.bind(kept),
      view: kept.view.bind(kept),
      sweep: kept.sweep.bind(kept),
      commit: async (given: Parameters<typeof kept.commit>[0]) => {
        commits += 1;
        return commits === 1
          ? kept.commit(given)
          : [{ kind: "rejected" as const, cause: new Error("The disk is full.") }];
      },
    };
    const { treasury } = scene({ storage, onFailure }, testModel(says("Done.")));
    expect((await treasury.runTurn({ message })).assistant).toBe("Done.");
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  it("is told to the deployment where the turn broke off after money moved", async () => {
    const onFailure = vi.fn<(report: FailureReport) => void>();
    const spend = { amountUsd: 1, vendor: "Sticker Mule", purpose: "stickers" };
    const brokenOff = [{ kind: "text", text: "And then" }] as const;
    const model = testModel(calls("propose_spend", spend), brokenOff);
    const { treasury } = scene({ budget: { startingCapitalUsd: 100 }, onFailure }, model);
    const { events, state } = await treasury.runTurn({ message });
    expect(state.expenseUsd).toBe(1);
    expect(events.at(-1)?.kind).toBe("error");
    expect(onFailure).toHaveBeenCalledTimes(1);
    expect(onFailure.mock.calls[0]?.[0].error).toMatchObject({ code: "model_failed" });
  });

  it("is refused where tools have no usable names, or the same one", () => {
    for (const names of [["propose_spend"], ["a", "a"], [""], ["a b"], ["1a"], ["a".repeat(65)]]) {
      expect(() => scene({ tools: names.map(toolCalled) })).toThrow(/tool/);
    }
  });
});
