import { describe, expect, it } from "vitest";
import { approvedAt, hasQuorum, joined, missingText, progressText } from "./approval-text.ts";

const at = "2026-11-21T10:00:00.000Z";
const none = { given: 0, needed: 1, missing: ["1 more approval"], by: [] };
const half = {
  given: 1,
  needed: 2,
  missing: ["1 more approval from finance"],
  by: [{ name: "Ada", at, comment: null, channel: null, passkey: false }],
};

describe("the texts of approvals", () => {
  it("counts approvals and names the missing ones", () => {
    expect(progressText(half)).toBe("1 of 2 approved");
    expect(missingText(half)).toBe("Needs 1 more approval from finance.");
    expect(missingText({ ...half, missing: [] })).toBeNull();
  });

  it("shows progress unless any one person is enough", () => {
    expect(hasQuorum(none)).toBe(false);
    expect(hasQuorum(half)).toBe(true);
    expect(hasQuorum({ ...none, missing: ["1 more approval from finance"] })).toBe(true);
  });

  it("finds an approval of the signed-in person only", () => {
    expect(approvedAt(half, "Ada")).toBe(at);
    expect(approvedAt(half, "Bo")).toBeNull();
    expect(approvedAt({ ...half, by: [{ ...half.by[0]!, name: null }] }, null)).toBeNull();
  });

  it("joins lists for a sentence", () => {
    expect(joined([])).toBe("");
    expect(joined(["aws"])).toBe("aws");
    expect(joined(["aws", "fly", "gcp"], "or")).toBe("aws, fly or gcp");
  });
});
