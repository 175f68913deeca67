import { describe, expect, it } from "vitest";
import { cutOutput } from "./cut-output.ts";

describe("cutOutput", () => {
  it("returns output within the limit unchanged", () => {
    expect(cutOutput("\uFEFFgrüße\n", 64)).toBe("\uFEFFgrüße\n");
  });

  it("truncates at a character boundary and adds a mark", () => {
    expect(cutOutput("aéé", 4)).toBe("aé\n[output cut here]\n");
    expect(cutOutput("aéé", 5)).toBe("aéé");
  });

  it("replaces invalid UTF-8", () => {
    expect(cutOutput(new Uint8Array([104, 105, 0xff, 0x21]), 64)).toBe("hi\uFFFD!");
    expect(cutOutput("a\uD800b", 64)).toBe("a\uFFFDb");
  });
});
