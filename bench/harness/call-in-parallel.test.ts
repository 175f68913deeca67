import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { callInParallel } from "./call-in-parallel.ts";

it("has one call in flight per caller, and counts each answer once", async () => {
  let underWay = 0;
  let most = 0;
  let answered = 0;
  const figures = await callInParallel({
    callers: 3,
    seconds: 0.05,
    call: async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(1);
      underWay -= 1;
      answered += 1;
    },
  });
  expect(most).toBe(3);
  expect(underWay).toBe(0);
  expect(figures.answered).toBe(answered);
  expect(figures.p99Ms).toBeGreaterThanOrEqual(figures.p50Ms);
});

it("returns no figure when a call fails", async () => {
  await expect(callInParallel({ callers: 2, seconds: 60, call: failLater })).rejects.toThrow(
    "went away",
  );
});

async function failLater(caller: number): Promise<void> {
  await sleep(1);
  if (caller === 1) throw new Error("The database went away.");
}
