import { systemClock } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { classifiedSpends } from "./classified-spends.fixture.ts";
import { classifierThat } from "./test-classifiers.fixture.ts";

describe("a classifier whose transport fails five times in a row", () => {
  const clock = { ...systemClock, time: 0, monotonic: () => clock.time };

  it.each([
    ["a rejected connection", new Error("ECONNREFUSED")],
    ["status 503", Object.assign(new Error("Unavailable."), { status: 503 })],
    ["status 503 as the cause", new Error("Failed.", { cause: { status: 503 } })],
  ])("is not called for 30 s: %s", async (_what, error) => {
    const breaker = new CircuitBreaker(clock);
    let fails = true;
    const classifier = classifierThat(() =>
      fails ? Promise.reject(error) : Promise.resolve({ verdict: "safe", reason: "Fine." }),
    );
    const spends = classifiedSpends(classifier, {}, { breaker });
    for (let count = 0; count < 5; count += 1) await spends.propose();
    const paused = await spends.propose();
    expect(classifier.asked).toHaveLength(5);
    expect(paused).toMatchObject({ status: "executed", verdict: "safe" });
    expect(paused.reason).toContain("is paused for 30 s");
    clock.time += 29_999;
    await spends.propose();
    expect(classifier.asked).toHaveLength(5);
    clock.time += 1;
    await spends.propose();
    await spends.propose();
    expect(classifier.asked).toHaveLength(6);
    clock.time += 30_000;
    fails = false;
    await spends.propose();
    await spends.propose();
    expect(classifier.asked).toHaveLength(8);
    expect(breaker.isPaused).toBe(false);
  });

  it.each([
    ["rejects the request", () => Promise.reject(Object.assign(new Error("No."), { status: 429 }))],
    ["returns an unusable answer", () => Promise.resolve(null)],
  ])("differs from one that %s, which is always called", async (_what, answer) => {
    const classifier = classifierThat(answer);
    const spends = classifiedSpends(classifier);
    for (let count = 0; count < 7; count += 1) await spends.propose();
    expect(classifier.asked).toHaveLength(7);
  });
});
