import type { LanguageModel, Doc, TurnName } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import type { AgentTool, FailureReport, Treasury } from "../index.ts";
import { calls, says, stop, testModel } from "./test-model.fixture.ts";
import {
  type House,
  house,
  stoppedClock,
  untilCallKept,
  withOthers,
} from "./two-processes.fixture.ts";
import { paper } from "./two-spends.fixture.ts";

const message = "Go.";
const lease = 16_000;
const never = new Promise<never>(() => {});

/** A tool without arguments that does this. */
function tool(effect: AgentTool["effect"], execute: AgentTool["execute"], more = {}): AgentTool {
  const anything = {
    version: 1,
    vendor: "test",
    validate: (value: unknown) => ({ value }),
  } as const;
  const told = { description: "Acts.", parametersSchema: { type: "object" } };
  return { name: "act", ...told, parameters: { "~standard": anything }, effect, execute, ...more };
}

/** Longer than what is not urgent waits before it is kept. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40));
}

/** A process that is gone as soon as its tool runs: the tool never comes back, and nothing is renewed. */
async function diesInTool(home: House, act: AgentTool, model: LanguageModel): Promise<string[]> {
  const keys: string[] = [];
  const began = Promise.withResolvers<TurnName>();
  const execute: AgentTool["execute"] = (_input, { idempotencyKey, workspaceId, turnId }) => {
    keys.push(idempotencyKey);
    began.resolve({ workspaceId, turnId });
    return never;
  };
  const clock = stoppedClock(home.clock);
  void home.open(model, { tools: [{ ...act, execute }], clock }).runTurn({ message });
  await untilCallKept(home, await began.promise, act.name);
  home.clock.advance(lease);
  return keys;
}

async function recovered(treasury: Treasury): Promise<unknown> {
  return (await treasury.recover()).turns;
}

describe("a turn whose process is gone", () => {
  it("is taken up by another one, which asks the model nothing twice", async () => {
    const home = house();
    const act = tool("read", () => "clear");
    await diesInTool(home, act, testModel(calls("act")));
    const model = testModel(says("Done."));
    const other = home.open(model, { tools: [act] });
    expect(await recovered(other)).toEqual({ taken: 1, rested: 1, failed: 0 });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.messages.at(-1)?.content).toContain('"content":"clear"');
    expect(await recovered(other)).toEqual({ taken: 0, rested: 0, failed: 0 });
  });

  it("does not run a tool again that changes something, and tells the model that nobody knows", async () => {
    const home = house();
    const ran: string[] = [];
    const act = tool("write", () => ran.push("again"));
    await diesInTool(home, act, testModel(calls("act")));
    const model = testModel(says("Done."));
    await recovered(home.open(model, { tools: [act] }));
    expect(ran).toEqual([]);
    expect(model.requests[0]?.messages.at(-1)?.content).toContain("nobody knows");
  });

  it("runs a tool again, under the same key, that says it may", async () => {
    const home = house();
    const ran: string[] = [];
    const act = tool("write", (_input, { idempotencyKey }) => ran.push(idempotencyKey), {
      repeatable: true,
    });
    const keys = await diesInTool(home, act, testModel(calls("act")));
    await recovered(home.open(testModel(says("Done.")), { tools: [act] }));
    expect(ran).toEqual(keys);
  });

  it("tells the model of a spend that expired meanwhile once that is recorded, and not before", async () => {
    const home = house({ proposalExpiryHours: 1 });
    const act = tool("write", () => "done", { repeatable: true });
    const spendAndAct = [calls("propose_spend", paper), calls("act")].flatMap(([text]) => text!);
    await diesInTool(home, act, testModel([...spendAndAct, stop]));
    const kept = async (): Promise<readonly Doc[]> =>
      (await home.storage.load([{ workspaceId: "demo", keys: [] }]))[0]!.open;
    const [{ id, dueAt }] = (await kept()).filter(({ kind }) => kind === "proposal") as [Doc];
    home.clock.advance(dueAt! - 1 - home.clock.now());
    const storage = withOthers(home.storage, {
      load: (requests) => {
        // Its time comes just before the one who goes on looks at it.
        if (requests[0]?.keys[0]?.id === id) home.clock.advance(1);
        return home.storage.load(requests);
      },
    });
    const told = testModel(says("Done."));
    const open: boolean[] = [];
    const model = withOthers<LanguageModel>(told, {
      async *stream(request) {
        open.push((await kept()).some((doc) => doc.id === id));
        yield* told.stream(request);
      },
    });
    const other = home.open(model, { tools: [act], storage });
    expect(await recovered(other)).toMatchObject({ rested: 1 });
    expect(JSON.stringify(told.requests[0]?.messages)).toContain("before the proposal expired");
    expect(open).toEqual([false]);
  });

  it("is left to a process that still has it", async () => {
    const home = house();
    const model = testModel("wait");
    const one = home.open(model);
    const turn = one.runTurn({ message }).catch((error: unknown) => error);
    await model.askedTimes(1);
    expect(await recovered(home.open(testModel(says("Done."))))).toMatchObject({ taken: 0 });
    home.clock.advance(120_000);
    await turn;
  });

  it("is left to others by a process that ends, which is no failure", async () => {
    const home = house();
    await diesInTool(
      home,
      tool("read", () => "clear"),
      testModel(calls("act")),
    );
    const told: FailureReport[] = [];
    const model = testModel("wait");
    const storage = withOthers(home.storage, { close: async () => {} });
    const ending = home.open(model, { storage, onFailure: (report) => told.push(report) });
    const address = "http://localhost:3000/api/service/agent";
    const headers = { "content-type": "application/json", "idempotency-key": "k" };
    const body = JSON.stringify({ message, workspaceId: "acme" });
    const underWay = ending.handler(new Request(address, { method: "POST", headers, body }));
    await model.askedTimes(1);
    const closed = ending.close();
    await aMoment();
    expect(await recovered(ending)).toEqual({ taken: 0, rested: 0, failed: 0 });
    expect(told).toEqual([]);
    home.clock.advance(20_000);
    expect((await underWay).status).toBe(503);
    await closed;
    // What was let go of is in nobody's way, not even in that of a process a little behind.
    home.clock.advance(-40);
    const next = home.open(testModel(says("Done.")));
    expect(await next.runTurn({ message, workspaceId: "acme" })).toMatchObject({
      assistant: "Done.",
    });
  });

  it("is given up when whoever takes it up is gone as well, again and again", async () => {
    const home = house();
    const act = tool("write", () => never, { repeatable: true });
    await diesInTool(home, act, testModel(calls("act")));
    for (let life = 0; life < 3; life += 1) {
      const began = Promise.withResolvers<void>();
      const execute = (): unknown => (began.resolve(), never);
      const clock = stoppedClock(home.clock);
      void home.open(testModel(says("No.")), { tools: [{ ...act, execute }], clock }).recover();
      await began.promise;
      home.clock.advance(lease);
    }
    const model = testModel(says("No."));
    expect(await recovered(home.open(model, { tools: [act] }))).toMatchObject({ rested: 1 });
    expect(model.requests).toEqual([]);
  });
});

describe("a process that comes back after it lost its turn", () => {
  it("does nothing more, and its caller is told what the other one came to", async () => {
    const home = house();
    const gate = Promise.withResolvers<string>();
    const began = Promise.withResolvers<TurnName>();
    const slow = tool("read", (_input, context) => (began.resolve(context), gate.promise));
    const model = testModel(calls("act"), says("Never said."));
    const clock = stoppedClock(home.clock);
    const turn = home.open(model, { tools: [slow], clock }).runTurn({ message });
    await untilCallKept(home, await began.promise, slow.name);
    home.clock.advance(lease);
    const other = home.open(testModel(says("Done.")), { tools: [tool("read", () => "clear")] });
    expect(await recovered(other)).toMatchObject({ rested: 1 });
    gate.resolve("late");
    expect((await turn).assistant).toBe("Done.");
    // It asked once more before it heard, and nobody was ever told what came of that.
    expect(model.requests).toHaveLength(2);
    await aMoment();
    const { events } = await home.open(model).resumeTurn(await turn);
    expect(JSON.stringify(events)).not.toMatch(/late|Never said/);
  });
});

describe("a process that lost its turn", () => {
  it("runs no tool any more that changes something", async () => {
    const home = house();
    const gate = Promise.withResolvers<string>();
    const began = Promise.withResolvers<TurnName>();
    const slow = tool("read", (_input, context) => (began.resolve(context), gate.promise));
    const sent: string[] = [];
    const send = { ...tool("write", () => sent.push("late")), name: "send" };
    const clock = stoppedClock(home.clock);
    const one = home.open(testModel(calls("act"), calls("send"), says("Sent.")), {
      tools: [slow, send],
      clock,
    });
    const turn = one.runTurn({ message });
    await untilCallKept(home, await began.promise, slow.name);
    home.clock.advance(lease);
    const other = home.open(testModel(says("Done.")), { tools: [tool("read", () => "clear")] });
    expect(await recovered(other)).toMatchObject({ rested: 1 });
    gate.resolve("late");
    expect((await turn).assistant).toBe("Done.");
    await aMoment();
    expect(sent).toEqual([]);
  });
});
