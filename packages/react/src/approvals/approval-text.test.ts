import { describe, expect, it } from "vitest";
import {
  approvalOf,
  completeApprovals,
  hasQuorum,
  isByStanding,
  joined,
  mayApprove,
  meansText,
  missingText,
  progressText,
} from "./approval-text.ts";

const at = "2026-11-21T10:00:00.000Z";
const none = { given: 0, needed: 1, missing: ["1 more approval"], by: [] };
const half = {
  given: 1,
  needed: 2,
  missing: ["1 more approval from finance"],
  by: [{ name: "Ada", at, comment: null, channel: null, passkey: false }],
};

const means = (channel: string | null, passkey = false) => meansText({ channel, passkey });

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
    expect(approvalOf(half, "Ada")).toBe(half.by[0]);
    expect(approvalOf(half, "Bo")).toBeNull();
    expect(approvalOf({ ...half, by: [{ ...half.by[0]!, name: null }] }, null)).toBeNull();
  });

  it("asks a person who approved only for a missing passkey", () => {
    const [own] = half.by as [(typeof half.by)[0]];
    const needsPasskey = { ...half, needsPasskey: true };
    expect([mayApprove(half, null), mayApprove(half, own)]).toEqual([true, false]);
    expect(mayApprove(needsPasskey, own)).toBe(true);
    expect(mayApprove(needsPasskey, { ...own, passkey: true })).toBe(false);
  });

  it("names the channel and the passkey of an approval", () => {
    expect(means(null)).toBeNull();
    expect(means("slack")).toBe("through Slack");
    expect(means("email", true)).toBe("through e-mail, with a passkey");
    expect(means("constructor")).toBe("through constructor");
    expect(means("standing", true)).toBe("by standing approval, with a passkey");
  });

  it("recognises approvals that were all given in advance", () => {
    const standing = { ...half.by[0]!, channel: "standing" };
    expect(isByStanding(none)).toBe(false);
    expect(isByStanding({ ...half, by: [standing] })).toBe(true);
    expect(isByStanding({ ...half, by: [standing, half.by[0]!] })).toBe(false);
  });

  it("takes comments from the loaded proposal while its approvals are the same", () => {
    const loaded = { ...half, by: [{ ...half.by[0]!, comment: "Fine." }] };
    expect(completeApprovals(half, loaded)).toBe(loaded);
    expect(completeApprovals(half, undefined)).toBe(half);
    expect(completeApprovals(none, loaded)).toBe(none);
    const later = { ...half, by: [{ ...half.by[0]!, at: "2026-11-21T10:05:00.000Z" }] };
    expect(completeApprovals(later, loaded)).toBe(later);
  });

  it("joins lists for a sentence", () => {
    expect(joined([])).toBe("");
    expect(joined(["aws"])).toBe("aws");
    expect(joined(["aws", "fly", "gcp"], "or")).toBe("aws, fly or gcp");
  });
});
