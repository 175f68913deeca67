import { afterEach, describe, expect, it, vi } from "vitest";
import { until } from "./until.ts";

describe("waiting until something holds", () => {
  afterEach(() => vi.restoreAllMocks());

  it("ends with the first answer of which it holds", async () => {
    const answers = [1, 2, 3, 4];
    const third = await until(
      () => answers.shift() ?? 0,
      (answer) => answer > 2,
    );
    expect(third).toBe(3);
  });

  it("ends some time when it never holds, and says what it waited for and what there was", async () => {
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    const waiting = until(
      async () => ({ status: "pending" }),
      ({ status }) => status === "denied",
    );
    await expect(waiting).rejects.toThrow(
      /status === "denied".*Last it was: \{"status":"pending"\}/,
    );
  });
});
