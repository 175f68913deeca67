import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { servedTo, treasuryOfTwo } from "../two-approvers.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("a change that waits for approval", () => {
  const browser = testBrowser();

  it("is shown at its rule, and no other publication can be started", async () => {
    const treasury = await treasuryOfTwo();
    const cloud = { id: "cloud", then: { limit: { amountUsd: 500, per: "month" as const } } };
    const rules = { version: 1 as const, rules: [cloud] };
    const { action } = await treasury.rules.publish({ rules, operator: "Ada" });
    expect(action.status).toBe("pending");
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor@Bo", servedTo(treasury, "Bo"));
    const inEffect = page.getByRole("region", { name: "Rules in effect" });
    await inEffect.getByText("Removal waits: 1 of 2 approved").waitFor();
    await page.getByRole("button", { name: "Edit rules" }).click();
    await page.getByText("Approve or deny it before you publish other rules.").waitFor();
    const publish = page.getByRole("button", { name: "Publish rules" });
    await expect.poll(() => publish.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Approve: Publish 1 rule" }).click();
    await page.getByText("Published 1 rule.").waitFor();
    await expect.poll(() => page.getByText("Removal waits").count()).toBe(0);
    await expect.poll(() => page.getByText("before you publish other rules").count()).toBe(0);
  });

  it("shows a changed rule with its message, and the rule before", async () => {
    const treasury = await treasuryOfTwo();
    const when = { amountUsd: { from: 900 } };
    const two = { id: "two", when, then: { requireApprovals: { count: 1 } }, message: "Trust us." };
    await treasury.rules.publish({ rules: { version: 1, rules: [two] }, operator: "Ada" });
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor@Bo", servedTo(treasury, "Bo"));
    const card = page.getByRole("article", { name: "Publish 1 rule" });
    await card.getByText("Before", { exact: true }).waitFor();
    const text = (await card.innerText()).replaceAll(/\s+/g, " ");
    expect(text).toContain(
      "Require 1 approval Spends from $900.00 two “Trust us.” Before Require 2 approvals Spends from $40.00 two",
    );
  });

  it("is shown at its allocation, and the same change cannot be started again", async () => {
    const treasury = await treasuryOfTwo();
    await treasury.allocations.set({ id: "ads", name: "Ads", limitUsd: 50, operator: "Ada" });
    await treasury.allocations.set({ id: "ads", limitUsd: 80, operator: "Ada" });
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "AllocationList@Ada", servedTo(treasury, "Ada"));
    await page.getByText("Change waits: 1 of 2 approved").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Change Ads" }).click();
    const dialog = page.getByRole("dialog", { name: "Change Ads" });
    await dialog.getByLabel("Limit in USD (optional)").fill("80");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await dialog.getByText("This change waits for approval already.").waitFor();
    // A lower limit needs one person, and must not wait for the higher one.
    await dialog.getByLabel("Limit in USD (optional)").fill("20");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Changed allocation Ads.").waitFor();
    const { allocations } = await treasury.allocations.list();
    expect(allocations).toMatchObject([{ id: "ads", limitUsd: 20 }]);
    const pending = await treasury.actions.list({ status: "pending" });
    expect(pending.actions).toHaveLength(1);
  });

  it("is shown beside the workspace's limits", async () => {
    const treasury = await treasuryOfTwo();
    const limits = { dailySpendCapUsd: 900 };
    await expect(treasury.setBudget({ limits, operator: "Ada" })).rejects.toThrow("is pending");
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor@Ada", servedTo(treasury, "Ada"));
    const shown = page.getByRole("region", { name: "Limits" });
    await shown.getByText("Change waits: 1 of 2 approved").waitFor();
  });
});
