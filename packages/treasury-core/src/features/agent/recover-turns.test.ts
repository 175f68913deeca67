import type { LanguageModel, Doc, TurnName } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import type { AgentTool, FailureReport, Treasury } from "../../index.ts";
import { calls, says, stop, testModel } from "./test-model.fixture.ts";
import {
  type TestDeployment,
  testDeployment,
  stoppedClock,
  untilCallPersisted,
  withOverrides,
} from "./two-processes.fixture.ts";
import { paper } from "./two-spends.fixture.ts";

const message = "Go.";
const lease = 16_000;
const never = new Promise<never>(() => {});

/** A tool without arguments. */
function tool(effect: AgentTool["effect"], execute: AgentTool["execute"], more = {}): AgentTool {
  const anything = {
    version: 1,
    vendor: "test",
    validate: (value: unknown) => ({ value }),
  } as const;
  const described = { description: "Acts.", parametersSchema: { type: "object" } };
  return {
    name: "act",
    ...described,
    parameters: { "~standard": anything },
    effect,
    execute,
    ...more,
  };
}

/** Waits longer than a record lingers in memory. */
function shortPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40));
}

/** A process that crashes while its tool runs. The tool never returns, and no lease is renewed. */
async function crashInTool(
  deployment: TestDeployment,
  act: AgentTool,
  model: LanguageModel,
): Promise<string[]> {
  const keys: string[] = [];
  const began = Promise.withResolvers<TurnName>();
  const execute: AgentTool["execute"] = (_input, { idempotencyKey, workspaceId, turnId }) => {
    keys.push(idempotencyKey);
    began.resolve({ workspaceId, turnId });
    return never;
  };
  const clock = stoppedClock(deployment.clock);
  void deployment.open(model, { tools: [{ ...act, execute }], clock }).runTurn({ message });
  await untilCallPersisted(deployment, await began.promise, act.name);
  deployment.clock.advance(lease);
  return keys;
}

async function recovered(treasury: Treasury): Promise<unknown> {
  return (await treasury.recover()).turns;
}

describe("a turn whose process crashed", () => {
  it("is resumed by another process, which repeats no model request", async () => {
    const deployment = testDeployment();
    const act = tool("read", () => "clear");
    await crashInTool(deployment, act, testModel(calls("act")));
    const model = testModel(says("Done."));
    const other = deployment.open(model, { tools: [act] });
    expect(await recovered(other)).toEqual({ taken: 1, rested: 1, failed: 0 });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.messages.at(-1)?.content).toContain('"content":"clear"');
    expect(await recovered(other)).toEqual({ taken: 0, rested: 0, failed: 0 });
  });

  it("does not run a write tool again, and reports to the model that the outcome is unknown", async () => {
    const deployment = testDeployment();
    const ran: string[] = [];
    const act = tool("write", () => ran.push("again"));
    await crashInTool(deployment, act, testModel(calls("act")));
    const model = testModel(says("Done."));
    await recovered(deployment.open(model, { tools: [act] }));
    expect(ran).toEqual([]);
    expect(model.requests[0]?.messages.at(-1)?.content).toContain("outcome is unknown");
  });

  it("runs a repeatable tool again with the same idempotency key", async () => {
    const deployment = testDeployment();
    const ran: string[] = [];
    const act = tool("write", (_input, { idempotencyKey }) => ran.push(idempotencyKey), {
      repeatable: true,
    });
    const keys = await crashInTool(deployment, act, testModel(calls("act")));
    await recovered(deployment.open(testModel(says("Done.")), { tools: [act] }));
    expect(ran).toEqual(keys);
  });

  it("reports an expired spend to the model only after the expiry is recorded", async () => {
    const deployment = testDeployment({ proposalExpiryHours: 1 });
    const act = tool("write", () => "done", { repeatable: true });
    const spendAndAct = [calls("propose_spend", paper), calls("act")].flatMap(([text]) => text!);
    await crashInTool(deployment, act, testModel([...spendAndAct, stop]));
    const kept = async (): Promise<readonly Doc[]> =>
      (await deployment.storage.load([{ workspaceId: "demo", keys: [] }]))[0]!.open;
    const [{ id, dueAt }] = (await kept()).filter(({ kind }) => kind === "proposal") as [Doc];
    deployment.clock.advance(dueAt! - 1 - deployment.clock.now());
    const storage = withOverrides(deployment.storage, {
      load: (requests) => {
        // The proposal expires just before the recovery reads it.
        if (requests[0]?.keys[0]?.id === id) deployment.clock.advance(1);
        return deployment.storage.load(requests);
      },
    });
    const inner = testModel(says("Done."));
    const open: boolean[] = [];
    const model = withOverrides<LanguageModel>(inner, {
      async *stream(request) {
        open.push((await kept()).some((doc) => doc.id === id));
        yield* inner.stream(request);
      },
    });
    const other = deployment.open(model, { tools: [act], storage });
    expect(await recovered(other)).toMatchObject({ rested: 1 });
    expect(JSON.stringify(inner.requests[0]?.messages)).toContain("expired before a decision");
    expect(open).toEqual([false]);
  });

  it("is not resumed while its process still has the lease", async () => {
    const deployment = testDeployment();
    const model = testModel("wait");
    const one = deployment.open(model);
    const turn = one.runTurn({ message }).catch((error: unknown) => error);
    await model.askedTimes(1);
    expect(await recovered(deployment.open(testModel(says("Done."))))).toMatchObject({ taken: 0 });
    deployment.clock.advance(120_000);
    await turn;
  });

  it("is not resumed by a process that is shutting down, which reports no failure", async () => {
    const deployment = testDeployment();
    await crashInTool(
      deployment,
      tool("read", () => "clear"),
      testModel(calls("act")),
    );
    const reported: FailureReport[] = [];
    const model = testModel("wait");
    const storage = withOverrides(deployment.storage, { close: async () => {} });
    const ending = deployment.open(model, {
      storage,
      onFailure: (report) => reported.push(report),
    });
    const address = "http://localhost:3000/api/service/agent";
    const headers = { "content-type": "application/json", "idempotency-key": "k" };
    const body = JSON.stringify({ message, workspaceId: "acme" });
    const underWay = ending.handler(new Request(address, { method: "POST", headers, body }));
    await model.askedTimes(1);
    const closed = ending.close();
    await shortPause();
    expect(await recovered(ending)).toEqual({ taken: 0, rested: 0, failed: 0 });
    expect(reported).toEqual([]);
    deployment.clock.advance(20_000);
    expect((await underWay).status).toBe(503);
    await closed;
    // A released turn does not block a process whose clock is slightly behind.
    deployment.clock.advance(-40);
    const next = deployment.open(testModel(says("Done.")));
    expect(await next.runTurn({ message, workspaceId: "acme" })).toMatchObject({
      assistant: "Done.",
    });
  });

  it("is closed after its recoveries crash repeatedly", async () => {
    const deployment = testDeployment();
    const act = tool("write", () => never, { repeatable: true });
    await crashInTool(deployment, act, testModel(calls("act")));
    for (let life = 0; life < 3; life += 1) {
      const began = Promise.withResolvers<void>();
      const execute = (): unknown => (began.resolve(), never);
      const clock = stoppedClock(deployment.clock);
      void deployment
        .open(testModel(says("No.")), { tools: [{ ...act, execute }], clock })
        .recover();
      await began.promise;
      deployment.clock.advance(lease);
    }
    const model = testModel(says("No."));
    expect(await recovered(deployment.open(model, { tools: [act] }))).toMatchObject({ rested: 1 });
    expect(model.requests).toEqual([]);
  });
});

describe("a process that continues after it lost its turn", () => {
  it("stops, and its caller receives the other process's result", async () => {
    const deployment = testDeployment();
    const gate = Promise.withResolvers<string>();
    const began = Promise.withResolvers<TurnName>();
    const slow = tool("read", (_input, context) => (began.resolve(context), gate.promise));
    const model = testModel(calls("act"), says("Never said."));
    const clock = stoppedClock(deployment.clock);
    const turn = deployment.open(model, { tools: [slow], clock }).runTurn({ message });
    await untilCallPersisted(deployment, await began.promise, slow.name);
    deployment.clock.advance(lease);
    const other = deployment.open(testModel(says("Done.")), {
      tools: [tool("read", () => "clear")],
    });
    expect(await recovered(other)).toMatchObject({ rested: 1 });
    gate.resolve("late");
    expect((await turn).assistant).toBe("Done.");
    // It called the model once more before it detected the loss. That answer was discarded.
    expect(model.requests).toHaveLength(2);
    await shortPause();
    const { events } = await deployment.open(model).resumeTurn(await turn);
    expect(JSON.stringify(events)).not.toMatch(/late|Never said/);
  });
});

describe("a process that lost its turn", () => {
  it("runs no write tool", async () => {
    const deployment = testDeployment();
    const gate = Promise.withResolvers<string>();
    const began = Promise.withResolvers<TurnName>();
    const slow = tool("read", (_input, context) => (began.resolve(context), gate.promise));
    const sent: string[] = [];
    const send = { ...tool("write", () => sent.push("late")), name: "send" };
    const clock = stoppedClock(deployment.clock);
    const one = deployment.open(testModel(calls("act"), calls("send"), says("Sent.")), {
      tools: [slow, send],
      clock,
    });
    const turn = one.runTurn({ message });
    await untilCallPersisted(deployment, await began.promise, slow.name);
    deployment.clock.advance(lease);
    const other = deployment.open(testModel(says("Done.")), {
      tools: [tool("read", () => "clear")],
    });
    expect(await recovered(other)).toMatchObject({ rested: 1 });
    gate.resolve("late");
    expect((await turn).assistant).toBe("Done.");
    await shortPause();
    expect(sent).toEqual([]);
  });
});
