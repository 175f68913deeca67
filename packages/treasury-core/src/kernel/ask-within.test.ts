import { expect, it, onTestFinished } from "vitest";
import { askWithin } from "./ask-within.ts";
import { testClock } from "./ledger/test-ledger.fixture.ts";

it("handles the rejection of a call that timed out", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  const { promise, reject } = Promise.withResolvers<never>();
  const clock = { ...testClock(), sleep: () => Promise.resolve() };
  const asked = await askWithin(clock, 1_000, () => promise);
  expect(asked.kind).toBe("timed_out");
  reject(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
