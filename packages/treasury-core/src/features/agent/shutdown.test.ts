import type { AgentTurnResult } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import type { FailureReport, Treasury } from "../../index.ts";
import { type Answer, type TestModel, calls, says, testModel } from "./test-model.fixture.ts";
import { type TestDeployment, testDeployment, withOverrides } from "./two-processes.fixture.ts";
import { paper } from "./two-spends.fixture.ts";

const message = "Go.";

/** Waits longer than a record lingers in memory. */
function shortPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40));
}

/** Shuts a process down while a caller waits for a turn whose model does not respond. */
async function shutDownDuringTurn(
  deployment: TestDeployment,
  model: TestModel,
  more: Record<string, string> = {},
  asked = 1,
): Promise<{ answer: Response; next: (...answers: readonly Answer[]) => Treasury }> {
  // The storage outlives the process.
  const storage = withOverrides(deployment.storage, { close: () => Promise.resolve() });
  const one = deployment.open(model, { storage, turns: { drainSeconds: 5 } });
  const address = "http://localhost:3000/api/service/agent";
  const headers = { "content-type": "application/json", ...more };
  const body = JSON.stringify({ message });
  const answered = one.handler(new Request(address, { method: "POST", headers, body }));
  await model.askedTimes(asked);
  const closing = Promise.resolve(one.close());
  await shortPause();
  deployment.clock.advance(5_000);
  await closing;
  return { answer: await answered, next: (...answers) => deployment.open(testModel(...answers)) };
}

describe("a process that shuts down", () => {
  it("stops its turns after the drain time, including one that the app awaits", async () => {
    const deployment = testDeployment();
    const model = testModel("wait");
    // The storage outlives the process.
    const storage = withOverrides(deployment.storage, { close: () => Promise.resolve() });
    const one = deployment.open(model, { storage, turns: { drainSeconds: 5 } });
    const turn = one.runTurn({ message }).catch((error: unknown) => error);
    await model.askedTimes(1);
    const closing = Promise.resolve(one.close());
    await shortPause();
    deployment.clock.advance(5_000);
    await closing;
    expect(await turn).toMatchObject({ code: "shutting_down" });
    expect((await deployment.open(testModel()).recover()).turns).toMatchObject({ taken: 0 });
  });

  it("releases a turn whose caller can repeat its request by key, and asks the caller to retry", async () => {
    const deployment = testDeployment();
    const { answer, next } = await shutDownDuringTurn(deployment, testModel("wait"), {
      "idempotency-key": "k",
    });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "shutting_down" });
    expect((await next(says("Done.")).recover()).turns).toMatchObject({ taken: 1, rested: 1 });
  });

  it("ends a turn whose caller has no key, because a second turn would repeat its effects", async () => {
    const deployment = testDeployment();
    const { answer, next } = await shutDownDuringTurn(deployment, testModel("wait"));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "shutting_down" });
    expect((await next().recover()).turns).toMatchObject({ taken: 0 });
  });

  it("reports the money that such a turn has spent", async () => {
    const deployment = testDeployment();
    const tea = { amountUsd: 5, vendor: "Acme", purpose: "tea" };
    const model = testModel(calls("propose_spend", tea), "wait");
    const { answer, next } = await shutDownDuringTurn(deployment, model, {}, 2);
    expect(answer.status).toBe(200);
    const result = (await answer.json()) as AgentTurnResult;
    expect(result.assistant).toContain("Completed actions are not undone.");
    expect(result.events.at(-1)).toMatchObject({ kind: "error" });
    expect(result.state.expenseUsd).toBe(5);
    expect((await next().recover()).turns).toMatchObject({ taken: 0 });
  });

  it("returns the decision whose turn it releases, and reports no failure", async () => {
    const deployment = testDeployment();
    const model = testModel(calls("propose_spend", paper), "wait");
    const reported: FailureReport[] = [];
    const onFailure = (report: FailureReport): unknown => reported.push(report);
    const one = deployment.open(model, { turns: { drainSeconds: 5 }, onFailure });
    const { state } = await one.runTurn({ message });
    const proposalId = state.proposals[0]!.id;
    const decided = one.decide({ proposalId, decision: "approve", operator: "ada", resume: true });
    await model.askedTimes(2);
    const closing = Promise.resolve(one.close());
    await shortPause();
    deployment.clock.advance(5_000);
    expect(await decided).toMatchObject({ status: "executed" });
    await closing;
    expect(reported).toEqual([]);
  });

  it("starts the turn of an earlier request, and releases it too", async () => {
    const deployment = testDeployment();
    const model = testModel("wait");
    const one = deployment.open(model, { turns: { drainSeconds: 5 } });
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
    deployment.clock.advance(5_000);
    await closing;
    expect((await answered).status).toBe(503);
  });
});
