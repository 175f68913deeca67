import { describe, expect, it } from "vitest";
import { none, two, underTwo } from "../administration/under-two.fixture.ts";

describe("the published rules, published again", () => {
  it("stay the same publication, and need no approvals", async () => {
    const treasury = await underTwo();
    const { publication } = await treasury.rules.current();
    const digest = publication?.digest ?? "";
    const again = await treasury.rules.publish({ rules: two, operator: "Ben" });
    expect(again.action).toMatchObject({ status: "done", result: digest });
    expect(again.action.details).toMatchObject({ basedOn: digest });
    const back = await treasury.rules.rollBack({ digest, operator: "Ben" });
    expect(back.action).toMatchObject({ status: "done", result: digest });
    expect((await treasury.rules.history()).publications).toHaveLength(1);
    const changed = await treasury.rules.publish({ rules: none, operator: "Ben" });
    expect(changed.action.status).toBe("pending");
  });
});
