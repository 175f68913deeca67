import { describe, expect, it } from "vitest";
import { cutOutput } from "./cut-output.ts";

describe("output of a command", () => {
  it("is left as it is when it fits", () => {
    expect(cutOutput("\uFEFFgrüße\n", 64)).toBe("\uFEFFgrüße\n");
  });

  it("is cut between characters, and the cut is marked", () => {
    expect(cutOutput("aéé", 4)).toBe("aé\n[output cut here]\n");
    expect(cutOutput("aéé", 5)).toBe("aéé");
  });

  it("has what is not text replaced", () => {
    expect(cutOutput(new Uint8Array([104, 105, 0xff, 0x21]), 64)).toBe("hi\uFFFD!");
    expect(cutOutput("a\uD800b", 64)).toBe("a\uFFFDb");
  });
});
