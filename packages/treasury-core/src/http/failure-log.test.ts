import { TreasuryError } from "@agent-treasury/provider";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failureReporter, noRequest } from "./failure-log.ts";

const logged = vi.fn<(line: string) => void>();

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(logged);
});
afterEach(() => {
  vi.restoreAllMocks();
  logged.mockReset();
});

function lineFor(error: unknown): string {
  failureReporter()({ requestId: "req_1", action: "runTurn", error });
  return logged.mock.lastCall?.[0] ?? "";
}

describe("the failure log", () => {
  it("contains the request, operation, stack and causes", () => {
    const cause = new Error("The socket closed.");
    const line = lineFor(new TypeError("The model failed.", { cause }));
    expect(line).toContain("[agent-treasury] request req_1, runTurn: TypeError: The model failed.");
    expect(line).toContain("failure-log.test.ts");
    expect(line).toContain("caused by: Error: The socket closed.");
  });

  it("is one line without a stack for a failure of the storage, a driver or the system", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const cause = Object.assign(new AggregateError([refused, refused], ""), {
      code: "ECONNREFUSED",
    });
    const line = lineFor(new TreasuryError("storage_error", "The database is down.", { cause }));
    expect(line).toBe(
      "[agent-treasury] request req_1, runTurn: storage_error: The database is down. Caused by: Error: connect ECONNREFUSED, Error: connect ECONNREFUSED",
    );
  });

  it("names background work", () => {
    const error = new TreasuryError("storage_error", "The database is down.");
    failureReporter()({ requestId: noRequest, action: null, error });
    expect(logged.mock.lastCall?.[0]).toBe(
      "[agent-treasury] background work: storage_error: The database is down.",
    );
  });

  it("contains no secrets, including in causes", () => {
    const cause = new Error("Incorrect API key: sk_live_abcdefghijklmnop");
    const line = lineFor(new Error("Bearer abcdefghijklmnop was refused.", { cause }));
    expect(line).not.toContain("abcdefghijklmnop");
    expect(line.split("[redacted]")).toHaveLength(3);
  });

  it("follows at most five causes, so that a circular cause ends", () => {
    const error = new Error("round");
    error.cause = error;
    expect(lineFor(error).split("caused by: ")).toHaveLength(5);
  });

  it("accepts any thrown value", () => {
    const circle: Record<string, unknown> = {};
    circle["circle"] = circle;
    const thrown = ["text", 7, null, undefined, 7n, Symbol("sign"), circle, { code: "E" }];
    expect(
      thrown
        .map(lineFor)
        .map((line) => line.replace("[agent-treasury] request req_1, runTurn: ", "")),
    ).toEqual([
      '"text"',
      "7",
      "null",
      "",
      "[object BigInt]",
      "Symbol(sign)",
      "[object Object]",
      '{"code":"E"}',
    ]);
  });
});

describe("a custom failure callback", () => {
  it("receives the failure instead of the console", () => {
    const onFailure = vi.fn<(report: unknown) => void>();
    const report = { requestId: "req_1", action: null, error: new Error("gone") };
    failureReporter(onFailure)(report);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(report);
    expect(logged).not.toHaveBeenCalled();
  });

  it("may throw without effect", () => {
    const report = failureReporter(() => {
      throw new Error("The collector is down.");
    });
    report({ requestId: "req_1", action: null, error: new Error("gone") });
    expect(logged.mock.lastCall?.[0]).toContain("The collector is down.");
  });

  it("may reject without ending the process", async () => {
    const collect = vi.fn<() => unknown>().mockRejectedValue(new Error("The collector is down."));
    const report = failureReporter(collect);
    report({ requestId: "req_1", action: null, error: new Error("gone") });
    await Promise.resolve();
    await Promise.resolve();
    expect(logged.mock.lastCall?.[0]).toContain("The collector is down.");
  });
});
