import { describe, expect, it } from "vitest";
import { type RunningChange, runningMs } from "./running-time.ts";

const began = (at: number): RunningChange => ({ at, running: true });
const ceased = (at: number): RunningChange => ({ at, running: false });

describe("the time that a machine ran", () => {
  it("leaves out what lies between its ceasing and its beginning again", () => {
    expect(runningMs([began(100), ceased(150), began(1_000), ceased(1_007)], 9_999)).toBe(57);
  });

  it("goes on while it runs, and not while it sleeps", () => {
    expect(runningMs([began(100)], 350)).toBe(250);
    expect(runningMs([began(100), ceased(200)], 350)).toBe(100);
    expect(runningMs([], 350)).toBe(0);
  });

  it("takes changes in any order, and repeated ones once", () => {
    expect(runningMs([ceased(300), began(100), began(200), ceased(400)], 900)).toBe(200);
  });

  it("is never below zero, even where the host's clock is ahead", () => {
    expect(runningMs([began(1_000)], 900)).toBe(0);
    expect(runningMs([ceased(50), began(100), ceased(160)], 20)).toBe(60);
  });
});
