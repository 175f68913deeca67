import { describe, expect, it } from "vitest";
import type { AgentTurnResult, Treasury } from "../../index.ts";
import { says, testModel } from "../test-model.fixture.ts";
import { appendingBy, house, stoppedClock } from "../two-processes.fixture.ts";

const lease = 16_000;
const never = new Promise<never>(() => {});

/** Asks for a turn, always under the same key. */
async function ask({ handler }: Treasury): Promise<Partial<AgentTurnResult>> {
  const response = await handler(
    new Request("http://localhost:3000/api/service/agent", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "k" },
      body: JSON.stringify({ message: "Go." }),
    }),
  );
  return (await response.json()) as Partial<AgentTurnResult>;
}

/** A process that is about to keep a turn's directive, until it is let go. */
async function beginning() {
  const home = house();
  const model = testModel(says("By the first."));
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const storage = appendingBy(home.storage, async (records, log) => {
    asked.resolve();
    await gate.promise;
    return log.append(records);
  });
  const first = home.open(model, { storage, clock: stoppedClock(home.clock) });
  const answer = ask(first);
  await asked.promise;
  return { home, model, answer, letGo: gate.resolve };
}

describe("a turn whose process was gone before it kept the directive", () => {
  // A bound for a caller who would wait for a turn that nobody begins.
  it("is begun by whoever asks for it again", { timeout: 20_000 }, async () => {
    const { home } = await beginning();
    home.clock.advance(lease);
    expect(await ask(home.open(testModel(says("Done."))))).toMatchObject({ assistant: "Done." });
  });

  it("is begun anew by whoever asks for it again, once a recovery has given it up", async () => {
    const { home } = await beginning();
    home.clock.advance(lease);
    const other = home.open(testModel(says("Done.")));
    expect((await other.recover()).turns).toEqual({ taken: 0, rested: 0, failed: 0 });
    expect(await ask(other)).toMatchObject({ assistant: "Done." });
  });

  it("is begun anew also by a process whose clock is behind the recovery's", async () => {
    const { home } = await beginning();
    home.clock.advance(lease);
    await home.open(testModel()).recover();
    home.clock.advance(-10_000);
    expect(await ask(home.open(testModel(says("Done."))))).toMatchObject({ assistant: "Done." });
  });

  it("is done once where that process was only slow, and both callers are told the same", async () => {
    const { home, model, answer, letGo } = await beginning();
    home.clock.advance(lease);
    const told = await ask(home.open(testModel(says("Done."))));
    letGo();
    expect(await answer).toEqual(told);
    expect(model.requests).toEqual([]);
  });

  it("is nobody's where a recovery has given it up and nobody asked again", async () => {
    const { home, model, answer, letGo } = await beginning();
    home.clock.advance(lease);
    await home.open(testModel(says("Never said."))).recover();
    letGo();
    expect(await answer).toMatchObject({ code: "turn_not_found" });
    expect(model.requests).toEqual([]);
  });
});

/** What is tried again is tried at once, and no lease is renewed. */
function sleepShortly(milliseconds: number): Promise<void> {
  return milliseconds < 5_000 ? Promise.resolve() : never;
}

describe("a turn whose process is about to keep the directive", () => {
  it("is waited for by whoever asks for it as well", async () => {
    const { home, answer, letGo } = await beginning();
    const model = testModel(says("Never said."));
    const asleep = home.clock.sleepers;
    const other = ask(home.open(model));
    while (home.clock.sleepers === asleep) await new Promise((resolve) => setImmediate(resolve));
    letGo();
    const told = await answer;
    home.clock.advance(25);
    expect(await other).toEqual(told);
    expect(model.requests).toEqual([]);
  });

  it("is not begun where that cannot be kept, and its key is free", async () => {
    const home = house();
    const refusing = appendingBy(home.storage, () =>
      Promise.reject(new Error("The disk is full.")),
    );
    const clock = { ...home.clock, sleep: sleepShortly };
    const model = testModel(says("Never said."));
    const failing = home.open(model, { storage: refusing, clock, onFailure: () => {} });
    expect(await ask(failing)).toMatchObject({ code: "storage_error" });
    home.clock.advance(1);
    expect(await ask(home.open(testModel(says("Done."))))).toMatchObject({ assistant: "Done." });
  });
});
