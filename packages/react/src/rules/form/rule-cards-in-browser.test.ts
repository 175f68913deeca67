import { ruleExposure } from "@agent-treasury/exposure";
import { scriptedModel } from "@agent-treasury/sandbox";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessibilityProblems, type Page, pressTabUntil, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../../opened-component.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

const open = (answers?: readonly string[]): ReturnType<typeof createTreasury> =>
  createTreasury({
    ...(answers !== undefined && { model: scriptedModel({ answers }) }),
    autoApprovePayees: "any",
    baseUrl,
    storage: memoryStorage({ now: () => Date.now() - 60_000 }),
    access: "guests",
    exposure: ruleExposure,
    budget: { startingCapitalUsd: 1_000, autoApproveUnderUsd: 20 },
    recoverySeconds: false,
  });

/** Adds a rule, and returns its card. */
async function addRule(page: Page, name: string): Promise<ReturnType<Page["getByRole"]>> {
  await page.getByRole("button", { name: "Add a rule" }).click();
  const last = page.locator("ol > li").last();
  await last.getByLabel("Name", { exact: true }).fill(name);
  return page.getByRole("listitem", { name, exact: true });
}

const limitOf = (amountUsd: number) =>
  ({ version: 1, rules: [{ id: "day", then: { limit: { amountUsd, per: "day" } } }] }) as const;

const cloudRule = {
  id: "cloud",
  when: { categories: ["cloud"] },
  then: { limit: { amountUsd: 500, per: "month" } },
} as const;

const isFocused = (element: Element): boolean => element === document.activeElement;

describe("rules as cards", () => {
  const browser = testBrowser();

  it("are written by form, validated beside the field, and published", async () => {
    const treasury = open();
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", treasury);
    await page.getByRole("button", { name: "Edit rules" }).click();

    const cloud = await addRule(page, "cloud");
    await cloud.getByLabel("Add a condition").selectOption("Category");
    await cloud.getByText("It must list at least one of the categories.").waitFor();
    await cloud.getByLabel("Names").fill("cloud\nhosting");
    await cloud.getByLabel("Effect").selectOption("Limit an amount");
    await cloud.getByLabel("At most (USD)").fill("five hundred");
    await cloud.getByText("It must be an amount from 0").waitFor();
    const publish = page.getByRole("button", { name: "Publish rules" });
    await expect.poll(() => publish.isDisabled()).toBe(true);
    await cloud.getByLabel("At most (USD)").fill("500");
    await cloud.getByLabel("In", { exact: true }).selectOption("A month");

    const vendors = await addRule(page, "new-vendors");
    await vendors.getByLabel("Add a condition").selectOption("Vendor");
    await vendors.getByLabel("Vendor").selectOption("paid for the first time");

    const night = await addRule(page, "night");
    await night.getByLabel("Add a condition").selectOption("Hours");
    await night.getByLabel("Effect").selectOption("Deny");
    await night.getByText("Message and validity").click();
    await night.getByLabel("Message").fill("Never at night.");
    await page.getByText("Valid", { exact: true }).waitFor();

    await page.getByLabel("Time", { exact: true }).selectOption("In a month");
    await page.getByRole("button", { name: "Compute" }).click();
    const computed = page.getByText(/At most \$[\d,.]+ under the draft, at most \$/);
    await computed.waitFor();
    await cloud.getByLabel("At most (USD)").fill("5000");
    await computed.waitFor({ state: "detached" });
    await cloud.getByLabel("At most (USD)").fill("500");
    await computed.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole("button", { name: "YAML" }).click();
    const text = page.getByRole("textbox", { name: "Rules in YAML" });
    await expect.poll(() => text.inputValue()).toContain("id: cloud");
    await publish.click();
    await page.getByText("Rules in effect").waitFor();
    const { rules } = await treasury.rules.current();
    expect(rules.rules).toEqual([
      {
        id: "cloud",
        when: { categories: ["cloud", "hosting"] },
        then: { limit: { amountUsd: "500.00", per: "month" } },
      },
      {
        id: "new-vendors",
        when: { vendors: { firstPayment: true } },
        then: { requireApprovals: { count: 1 } },
      },
      {
        id: "night",
        when: { hours: "22:00-06:00" },
        then: { deny: true },
        message: "Never at night.",
      },
    ]);
  });

  it("are drafted by a model, with examples, exposure and replay, and published by a person", async () => {
    const drafted = { version: 1, rules: [cloudRule, ...limitOf(50).rules] };
    const treasury = open([JSON.stringify(drafted), "I cannot do that.", "No.", "No."]);
    await treasury.rules.publish({ rules: limitOf(50), operator: "Ada" });
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", treasury);
    await page.getByRole("button", { name: "Edit rules" }).click();
    const sentence = page.getByLabel("Describe the rules");
    await sentence.fill("No more than 500 a month on cloud.");
    await page.getByRole("button", { name: "Write a draft" }).click();
    const examples = page.getByRole("region", { name: "Examples under the draft" });
    const passed = examples.getByRole("listitem").filter({ hasText: "after 1 spend of $500.00" });
    await passed.filter({ hasText: "Needs 1 approval" }).first().waitFor();
    await page.getByRole("listitem", { name: "cloud", exact: true }).waitFor();
    await page.getByText("Adds 1 rule: cloud").waitFor();
    await page.getByText(/At most \$[\d,.]+ under the draft, at most \$/).waitFor();
    await page.getByText("No spend was proposed in this range.").waitFor();
    expect((await treasury.rules.current()).rules.rules).toHaveLength(1);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("listitem", { name: "cloud", exact: true }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Write a draft" }).click();
    await page.getByText("It answered: No.").waitFor();
    await page.getByRole("listitem", { name: "day", exact: true }).waitFor();
  });

  it("cannot change while a model writes, and ignore its answer after a cancel or a discard", async () => {
    const answer = JSON.stringify({ version: 1, rules: [cloudRule] });
    const treasury = open([answer, answer]);
    await treasury.rules.publish({ rules: limitOf(50), operator: "Ada" });
    const held = Promise.withResolvers<void>();
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", {
      handler: async (request) => {
        if (request.url.endsWith("/rules/write")) await held.promise;
        return treasury.handler(request);
      },
    });
    await page.getByRole("button", { name: "Edit rules" }).click();
    const amount = page.getByRole("listitem", { name: "day" }).getByLabel("At most (USD)");
    await amount.fill("60");
    await page.getByText("Valid", { exact: true }).waitFor();
    await page.getByLabel("Describe the rules").fill("Only cloud.");
    const write = page.getByRole("button", { name: "Write a draft" });
    const publish = page.getByRole("button", { name: "Publish rules" });
    const leaving = async (name: string): Promise<void> => {
      await write.click();
      await expect.poll(() => amount.isDisabled()).toBe(true);
      await expect.poll(() => publish.isDisabled()).toBe(true);
      const left = page.waitForEvent("requestfailed", (one) => one.url().endsWith("/rules/write"));
      await page.getByRole("button", { name }).click();
      await left;
    };
    await leaving("Cancel");
    await expect.poll(() => publish.isEnabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await amount.fill("70");
    await page.getByRole("button", { name: "YAML" }).click();
    const text = page.getByRole("textbox", { name: "Rules in YAML" });
    await expect.poll(() => text.inputValue()).toContain("70");
    await page.getByRole("button", { name: "Cards" }).click();
    await leaving("Discard");
    held.resolve();
    await page.getByRole("button", { name: "Edit rules" }).click();
    await expect.poll(() => amount.inputValue()).toBe("50");
    const cloud = page.getByRole("listitem", { name: "cloud", exact: true });
    await expect.poll(() => cloud.count()).toBe(0);
  });

  it("report that no model is connected", async () => {
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", open());
    await page.getByRole("button", { name: "Edit rules" }).click();
    await page.getByLabel("Describe the rules").fill("Less.");
    await page.getByRole("button", { name: "Write a draft" }).click();
    await page.getByText("No language model is connected.").waitFor();
    await expect.poll(() => page.getByLabel("Describe the rules").inputValue()).toBe("Less.");
  });

  it("are skipped by keyboard", async () => {
    const treasury = open();
    await treasury.rules.publish({ rules: limitOf(50), operator: "Ada" });
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", treasury);
    await page.getByRole("button", { name: "Edit rules" }).click();
    await pressTabUntil(page.getByRole("link", { name: "Skip the rules" }));
    await page.keyboard.press("Enter");
    expect(await page.getByRole("button", { name: "Add a rule" }).evaluate(isFocused)).toBe(true);
  });

  it("show the rules in effect when the draft begins again", async () => {
    const treasury = open();
    await treasury.rules.publish({ rules: limitOf(50), operator: "Ada" });
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", treasury);
    await page.getByRole("button", { name: "Edit rules" }).click();
    const amount = page.getByRole("listitem", { name: "day" }).getByLabel("At most (USD)");
    await amount.fill("");
    await page.getByText("It must be an amount from 0").waitFor();
    await treasury.rules.publish({ rules: limitOf(70), operator: "Ada" });
    await page.getByRole("button", { name: "Start again from the rules in effect" }).click();
    await expect.poll(() => amount.inputValue()).toBe("70");
  });

  it("keep comments, show what a rule stopped, and turn a list around", async () => {
    const treasury = open();
    const rules = {
      version: 1,
      rules: [{ id: "no-figma", when: { vendors: { in: ["figma"] } }, then: { deny: true } }],
    } as const;
    await treasury.rules.publish({ rules, operator: "Ada" });
    await treasury.propose({ amountUsd: 5, vendor: "Figma", purpose: "seats" });
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", treasury);
    await page.getByRole("button", { name: "Edit rules" }).click();
    const card = page.getByRole("listitem", { name: "no-figma" });
    await card.getByText("Stopped or referred 1 spend of $5.00 in 30 days.").waitFor();
    await page.getByRole("button", { name: "YAML" }).click();
    const text = page.getByRole("textbox", { name: "Rules in YAML" });
    await text.fill(`# Agreed in June.\n${await text.inputValue()}`);
    await page.getByRole("button", { name: "Cards" }).click();
    await card.getByLabel("Vendor").selectOption("none of");
    await page.getByRole("button", { name: "YAML" }).click();
    const changed = await text.inputValue();
    expect(changed).toContain("# Agreed in June.");
    expect(changed).toContain("notIn: [figma]");
  });
});
