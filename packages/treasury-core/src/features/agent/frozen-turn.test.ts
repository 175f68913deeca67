import { describe, expect, it } from "vitest";
import { type AgentTool, type Treasury, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { calls, says, testModel } from "./test-model.fixture.ts";
import { withOverrides } from "./two-processes.fixture.ts";

/** A treasury whose agent calls a tool before each answer. */
function open(act: (treasury: Treasury) => Promise<unknown>, model = testModel(calls("act"))) {
  const tool: AgentTool<object> = {
    name: "act",
    description: "Acts.",
    parameters: { "~standard": { version: 1, vendor: "test", validate: () => ({ value: {} }) } },
    parametersSchema: { type: "object", properties: {} },
    effect: "write",
    execute: async () => {
      await act(treasury);
      return "Done.";
    },
  };
  const treasury: Treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    recoverySeconds: false,
    model,
    tools: [tool],
  });
  return { treasury, model };
}

describe("a turn of a frozen agent", () => {
  it.each([{ scope: "workspace" }, { scope: "agent", id: "agent" }] as const)(
    "stops at its next step, with an error event: $scope",
    async (frozen) => {
      const { treasury, model } = open(({ freezes }) => freezes.freeze(frozen));
      const { events, assistant } = await treasury.runTurn({ message: "Go." });
      expect(model.requests).toHaveLength(1);
      expect(events.at(-1)).toMatchObject({
        kind: "error",
        message: expect.stringContaining("is frozen. Completed actions are not undone."),
      });
      expect(assistant).toContain("is frozen.");
    },
  );

  it("stops before the next call of the same answer", async () => {
    const call = `<tool_call>${JSON.stringify({ name: "act", arguments: {} })}</tool_call>`;
    let acted = 0;
    const { treasury } = open(
      async ({ freezes }) => {
        acted += 1;
        await freezes.freeze({ scope: "workspace" });
      },
      testModel(says(call + call)),
    );
    await treasury.runTurn({ message: "Go." });
    expect(acted).toBe(1);
  });

  it("does not start, and asks no model", async () => {
    const { treasury, model } = open(() => Promise.resolve());
    await treasury.freezes.freeze({ scope: "workspace" });
    await expect(treasury.runTurn({ message: "Go." })).rejects.toMatchObject({ code: "frozen" });
    expect(model.requests).toEqual([]);
  });

  it("is noticed without another load before the first request and the first call", async () => {
    const storage = memoryStorage();
    let loads = 0;
    const counting = withOverrides(storage, {
      load: (requests) => {
        loads += requests.filter(({ workspaceId }) => workspaceId === "demo").length;
        return storage.load(requests);
      },
    });
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: counting,
      recoverySeconds: false,
      model: testModel(calls("propose_spend", { amountUsd: 25, vendor: "Acme", purpose: "paper" })),
    });
    const { awaitingApproval } = await treasury.runTurn({ message: "Go." });
    expect(awaitingApproval).toBe(true);
    // One to begin the turn, and one to propose the spend.
    expect(loads).toBe(2);
  });

  it("continues if only another agent or a vendor is frozen", async () => {
    const answers = testModel(calls("act"), says("Bought."));
    const { treasury } = open(async ({ freezes }) => {
      await freezes.freeze({ scope: "agent", id: "buyer" });
      await freezes.freeze({ scope: "vendor", id: "Acme" });
    }, answers);
    expect((await treasury.runTurn({ message: "Go." })).assistant).toBe("Bought.");
  });
});
