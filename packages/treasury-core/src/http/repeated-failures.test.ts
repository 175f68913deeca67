import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { manualClock } from "../features/agent/manual-clock.fixture.ts";
import { type FailureReport, failureReporter, noRequest } from "./failure-log.ts";

const minute = 60_000;

/** Reports a failure each second, and returns the seconds at which it was logged. */
function loggedAt(seconds: number, errorAt: (second: number) => unknown): number[] {
  const clock = manualClock();
  const logged: number[] = [];
  const report = failureReporter(undefined, () => logged.push(clock.monotonic() / 1_000), clock);
  for (let second = 0; second < seconds; second += 1) {
    const error = errorAt(second);
    if (error !== null) report({ requestId: `req_${second}`, action: "readTreasury", error });
    clock.advance(1_000);
  }
  return logged;
}

const refused = (): TreasuryError =>
  new TreasuryError("storage_error", "The database refused the connection.", {
    cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
  });

const withPause = (second: number): TreasuryError | null =>
  second < 200 || second > 420 ? refused() : null;

describe("a failure of the storage that continues", () => {
  it("is logged after 1, 2, 4 and more minutes, and at last each hour", () => {
    expect(loggedAt(4 * 3_600, refused).map((second) => second / 60)).toEqual([
      0, 1, 3, 7, 15, 31, 63, 123, 183,
    ]);
  });

  it("is logged at once if it has another cause", () => {
    const other = new TreasuryError("storage_error", "The database rejected the password.");
    expect(loggedAt(5, (second) => (second === 3 ? other : refused()))).toEqual([0, 3]);
  });

  it("is logged at once if it ended before", () => {
    expect(loggedAt(430, withPause)).toEqual([0, 60, 180, 421]);
  });

  it("is reported to onFailure once for background work, and for each request", () => {
    const clock = manualClock();
    const reports: FailureReport[] = [];
    const report = failureReporter((one) => reports.push(one), undefined, clock);
    for (const requestId of [noRequest, noRequest, "req_1", "req_2", noRequest]) {
      report({ requestId, action: null, error: refused() });
    }
    clock.advance(minute);
    report({ requestId: noRequest, action: null, error: refused() });
    expect(reports.map(({ requestId }) => requestId)).toEqual(["none", "req_1", "req_2", "none"]);
  });
});

it("logs every other failure", () => {
  expect(loggedAt(3, () => new TreasuryError("machine_host_error", "No answer."))).toHaveLength(3);
  expect(loggedAt(3, () => new TypeError("undefined"))).toHaveLength(3);
});

it("remembers a bounded number of texts", () => {
  const errors = Array.from({ length: 300 }, (_, index) => index);
  const texts = [...errors, ...errors];
  const errorAt = (second: number) => new TreasuryError("storage_error", `At ${texts[second]}.`);
  expect(loggedAt(600, errorAt)).toHaveLength(600);
});
