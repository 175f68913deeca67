import { afterEach, describe, expect, it, vi } from "vitest";
import { until } from "./until.ts";

describe("waiting for a condition", () => {
  afterEach(() => vi.restoreAllMocks());

  it("resolves with the first result that satisfies it", async () => {
    const answers = [1, 2, 3, 4];
    const third = await until(
      () => answers.shift() ?? 0,
      (answer) => answer > 2,
    );
    expect(third).toBe(3);
  });

  it("rejects after a timeout, with the condition and the last result", async () => {
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    const waiting = until(
      async () => ({ status: "pending" }),
      ({ status }) => status === "denied",
    );
    await expect(waiting).rejects.toThrow(
      /status === "denied".*Last result: \{"status":"pending"\}/,
    );
  });
});
