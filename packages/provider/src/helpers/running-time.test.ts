import { describe, expect, it } from "vitest";
import { type RunningChange, runningMs } from "./running-time.ts";

const began = (at: number): RunningChange => ({ at, running: true });
const ceased = (at: number): RunningChange => ({ at, running: false });

describe("runningMs", () => {
  it("excludes the time between a stop and the next start", () => {
    expect(runningMs([began(100), ceased(150), began(1_000), ceased(1_007)], 9_999)).toBe(57);
  });

  it("includes the time until now only while the machine runs", () => {
    expect(runningMs([began(100)], 350)).toBe(250);
    expect(runningMs([began(100), ceased(200)], 350)).toBe(100);
    expect(runningMs([], 350)).toBe(0);
  });

  it("sorts changes and ignores repeated ones", () => {
    expect(runningMs([ceased(300), began(100), began(200), ceased(400)], 900)).toBe(200);
  });

  it("is never negative when the host's clock is ahead", () => {
    expect(runningMs([began(1_000)], 900)).toBe(0);
    expect(runningMs([ceased(50), began(100), ceased(160)], 20)).toBe(60);
  });
});
