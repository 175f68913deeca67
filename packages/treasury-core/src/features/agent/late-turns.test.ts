import { afterEach, describe, expect, it, vi } from "vitest";
import { testTreasury } from "../../create/test-treasury.fixture.ts";
import { LateTurns } from "./late-turns.ts";
import { TurnRunner } from "./turn-runner.ts";
import { defaultTurnLimits, untraced } from "./turn-settings.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function lateTurns(): LateTurns {
  return new LateTurns(testTreasury().engine, {
    model: null,
    tools: [],
    instructions: "",
    limits: defaultTurnLimits,
    openTab: null,
    tracing: untraced,
    wrapTool: (tool) => tool,
  });
}

describe("a shutdown", () => {
  it("reaches a runner that is still loading, once", async () => {
    const begun = vi.spyOn(TurnRunner.prototype, "beginShutdown");
    const turns = lateTurns();
    const loading = turns.runner();
    turns.beginShutdown();
    expect(begun).not.toHaveBeenCalled();
    await loading;
    expect(begun).toHaveBeenCalledTimes(1);
  });

  it("drains a runner that is still loading", async () => {
    const drained = vi.spyOn(TurnRunner.prototype, "drain");
    const turns = lateTurns();
    void turns.runner();
    await turns.drain();
    expect(drained).toHaveBeenCalledTimes(1);
  });

  it("leaves no runner to load afterwards", async () => {
    const turns = lateTurns();
    await turns.drain();
    await expect(turns.runner()).rejects.toMatchObject({ code: "shutting_down" });
  });
});
