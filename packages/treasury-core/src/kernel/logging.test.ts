import { describe, expect, it } from "vitest";
import { redactDetails, writeLog } from "./logging.ts";

const key = "sk_live_abcdefghijklmnop";

function fail(): never {
  throw new Error("The disk is full.");
}

describe("details of a log", () => {
  it("have no keys and tokens at any depth", () => {
    const error = new Error(`refused ${key}`, { cause: new Error(`inner ${key}`) });
    const details = redactDetails({
      text: key,
      list: [{ deep: `Bearer ${key}` }],
      error,
      count: 3,
    });
    const written = JSON.stringify(details);
    expect(written).not.toContain("abcdefghijklmnop");
    expect(details).toMatchObject({
      text: "[redacted]",
      count: 3,
      error: {
        type: "Error",
        message: "refused [redacted]",
        cause: { message: "inner [redacted]" },
      },
    });
  });

  it("are valid JSON even if they are circular", () => {
    const circle: Record<string, unknown> = { amount: 7n };
    circle["circle"] = circle;
    expect(() => JSON.stringify(redactDetails(circle))).not.toThrow();
    const error = new Error("round");
    error.cause = error;
    expect(() => JSON.stringify(redactDetails({ error }))).not.toThrow();
  });

  it("do not throw if the logger fails", () => {
    const broken = { debug: fail, info: fail, warn: fail, error: fail };
    expect(() => writeLog(broken, "info", {}, "happened")).not.toThrow();
  });
});
