import { describe, expect, it } from "vitest";
import type { AgentTurnResult, Treasury } from "../../../index.ts";
import { says, testModel } from "../test-model.fixture.ts";
import { withAppend, testDeployment, stoppedClock } from "../two-processes.fixture.ts";

const lease = 16_000;
const never = new Promise<never>(() => {});

/** Starts a turn with the same idempotency key each time. */
async function start({ handler }: Treasury): Promise<Partial<AgentTurnResult>> {
  const response = await handler(
    new Request("http://localhost:3000/api/service/agent", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "k" },
      body: JSON.stringify({ message: "Go." }),
    }),
  );
  return (await response.json()) as Partial<AgentTurnResult>;
}

/** A process that is about to persist a turn's message. `proceed` lets it persist that. */
async function startingTurn() {
  const deployment = testDeployment();
  const model = testModel(says("By the first."));
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const storage = withAppend(deployment.storage, async (records, log) => {
    asked.resolve();
    await gate.promise;
    return log.append(records);
  });
  const first = deployment.open(model, { storage, clock: stoppedClock(deployment.clock) });
  const answer = start(first);
  await asked.promise;
  return { deployment, model, answer, proceed: gate.resolve };
}

describe("a turn whose process crashed before it persisted the message", () => {
  // Without the timeout, a caller could wait for a turn that never starts.
  it("is started by the next request with the same key", async () => {
    const { deployment } = await startingTurn();
    deployment.clock.advance(lease);
    expect(await start(deployment.open(testModel(says("Done."))))).toMatchObject({
      assistant: "Done.",
    });
  });

  it("is started by the next request after a recovery has closed it", async () => {
    const { deployment } = await startingTurn();
    deployment.clock.advance(lease);
    const other = deployment.open(testModel(says("Done.")));
    expect((await other.recover()).turns).toEqual({ taken: 0, rested: 0, failed: 0 });
    expect(await start(other)).toMatchObject({ assistant: "Done." });
  });

  it("is started by a process whose clock is behind the recovery's", async () => {
    const { deployment } = await startingTurn();
    deployment.clock.advance(lease);
    await deployment.open(testModel()).recover();
    deployment.clock.advance(-10_000);
    expect(await start(deployment.open(testModel(says("Done."))))).toMatchObject({
      assistant: "Done.",
    });
  });

  it("runs once if that process was only slow, and both callers get the same result", async () => {
    const { deployment, model, answer, proceed } = await startingTurn();
    deployment.clock.advance(lease);
    const result = await start(deployment.open(testModel(says("Done."))));
    proceed();
    expect(await answer).toEqual(result);
    expect(model.requests).toEqual([]);
  });

  it("is not run if a recovery has closed it and the request is not repeated", async () => {
    const { deployment, model, answer, proceed } = await startingTurn();
    deployment.clock.advance(lease);
    await deployment.open(testModel(says("Never said."))).recover();
    proceed();
    expect(await answer).toMatchObject({ code: "turn_not_found" });
    expect(model.requests).toEqual([]);
  });
});

/** Retries run at once, and leases are not renewed. */
function sleepShortly(milliseconds: number): Promise<void> {
  return milliseconds < 5_000 ? Promise.resolve() : never;
}

describe("a turn whose process is about to persist the message", () => {
  it("is awaited by a repeated request", async () => {
    const { deployment, answer, proceed } = await startingTurn();
    const model = testModel(says("Never said."));
    const asleep = deployment.clock.sleepers;
    const other = start(deployment.open(model));
    while (deployment.clock.sleepers === asleep)
      await new Promise((resolve) => setImmediate(resolve));
    proceed();
    const result = await answer;
    deployment.clock.advance(25);
    expect(await other).toEqual(result);
    expect(model.requests).toEqual([]);
  });

  it("does not start if the message cannot be persisted, and its key can be used again", async () => {
    const deployment = testDeployment();
    const refusing = withAppend(deployment.storage, () =>
      Promise.reject(new Error("The disk is full.")),
    );
    const clock = { ...deployment.clock, sleep: sleepShortly };
    const model = testModel(says("Never said."));
    const failing = deployment.open(model, { storage: refusing, clock, onFailure: () => {} });
    expect(await start(failing)).toMatchObject({ code: "storage_error" });
    deployment.clock.advance(1);
    expect(await start(deployment.open(testModel(says("Done."))))).toMatchObject({
      assistant: "Done.",
    });
  });
});
