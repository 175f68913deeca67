import type { AgentTurnResult } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import type { FailureReport, Treasury } from "../index.ts";
import { type Answer, type TestModel, calls, says, testModel } from "./test-model.fixture.ts";
import { type House, house, withOthers } from "./two-processes.fixture.ts";
import { paper } from "./two-spends.fixture.ts";

const message = "Go.";

/** Longer than what is not urgent waits before it is kept. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40));
}

/** A process that is told to end while a caller waits for a turn, whose model does not answer any more. */
async function endsWithin(
  home: House,
  model: TestModel,
  more: Record<string, string> = {},
  asked = 1,
): Promise<{ answer: Response; next: (...answers: readonly Answer[]) => Treasury }> {
  // It outlives this process.
  const storage = withOthers(home.storage, { close: () => Promise.resolve() });
  const one = home.open(model, { storage, turns: { drainSeconds: 5 } });
  const address = "http://localhost:3000/api/service/agent";
  const headers = { "content-type": "application/json", ...more };
  const body = JSON.stringify({ message });
  const answered = one.handler(new Request(address, { method: "POST", headers, body }));
  await model.askedTimes(asked);
  const closing = Promise.resolve(one.close());
  await aMoment();
  home.clock.advance(5_000);
  await closing;
  return { answer: await answered, next: (...answers) => home.open(testModel(...answers)) };
}

describe("a process that ends", () => {
  it("stops its turns after a while, also one that the app itself waits for", async () => {
    const home = house();
    const model = testModel("wait");
    // It outlives this process.
    const storage = withOthers(home.storage, { close: () => Promise.resolve() });
    const one = home.open(model, { storage, turns: { drainSeconds: 5 } });
    const turn = one.runTurn({ message }).catch((error: unknown) => error);
    await model.askedTimes(1);
    const closing = Promise.resolve(one.close());
    await aMoment();
    home.clock.advance(5_000);
    await closing;
    expect(await turn).toMatchObject({ code: "shutting_down" });
    expect((await home.open(testModel()).recover()).turns).toMatchObject({ taken: 0 });
  });

  it("leaves a turn whose caller asks again under its key, and tells that one to", async () => {
    const home = house();
    const { answer, next } = await endsWithin(home, testModel("wait"), { "idempotency-key": "k" });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "shutting_down" });
    expect((await next(says("Done.")).recover()).turns).toMatchObject({ taken: 1, rested: 1 });
  });

  it("ends a turn whose caller cannot ask for it again: a second one would do it all twice", async () => {
    const home = house();
    const { answer, next } = await endsWithin(home, testModel("wait"));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "shutting_down" });
    expect((await next().recover()).turns).toMatchObject({ taken: 0 });
  });

  it("hides no money that such a turn has moved", async () => {
    const home = house();
    const tea = { amountUsd: 5, vendor: "Acme", purpose: "tea" };
    const model = testModel(calls("propose_spend", tea), "wait");
    const { answer, next } = await endsWithin(home, model, {}, 2);
    expect(answer.status).toBe(200);
    const result = (await answer.json()) as AgentTurnResult;
    expect(result.assistant).toContain("What was done before stays done.");
    expect(result.events.at(-1)).toMatchObject({ kind: "error" });
    expect(result.state.expenseUsd).toBe(5);
    expect((await next().recover()).turns).toMatchObject({ taken: 0 });
  });

  it("answers a decision whose turn it leaves, and reports nothing: it was told to end", async () => {
    const home = house();
    const model = testModel(calls("propose_spend", paper), "wait");
    const told: FailureReport[] = [];
    const onFailure = (report: FailureReport): unknown => told.push(report);
    const one = home.open(model, { turns: { drainSeconds: 5 }, onFailure });
    const { state } = await one.runTurn({ message });
    const proposalId = state.proposals[0]!.id;
    const decided = one.decide({ proposalId, decision: "approve", operator: "ada", resume: true });
    await model.askedTimes(2);
    const closing = Promise.resolve(one.close());
    await aMoment();
    home.clock.advance(5_000);
    expect(await decided).toMatchObject({ status: "executed" });
    await closing;
    expect(told).toEqual([]);
  });

  it("lets a request that came before begin its turn, and leaves that one too", async () => {
    const home = house();
    const model = testModel("wait");
    const one = home.open(model, { turns: { drainSeconds: 5 } });
    const sent = Promise.withResolvers<string>();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(await sent.promise));
        controller.close();
      },
    });
    const address = "http://localhost:3000/api/service/agent";
    const headers = { "content-type": "application/json" };
    const duplex = "half";
    const answered = one.handler(
      new Request(address, { method: "POST", headers, body, duplex } as RequestInit),
    );
    const closing = Promise.resolve(one.close());
    sent.resolve(JSON.stringify({ message }));
    await model.askedTimes(1);
    home.clock.advance(5_000);
    await closing;
    expect((await answered).status).toBe(503);
  });
});
