import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { type Locator, accessibilityProblems, pressTabUntil, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";
import { everyState } from "./every-state.fixture.ts";
import { webhookTreasury } from "./webhook-treasury.fixture.ts";

const all = ([1280, 390] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, height: 844, colorScheme })),
);
const windows = process.env["TEST_LONG"] === "1" ? all : all.slice(2, 3);

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

async function press(element: Locator): Promise<void> {
  await pressTabUntil(element);
  await element.page().keyboard.press("Enter");
}

describe("the list of webhooks", () => {
  const browser = testBrowser();

  it.each(windows)(
    "is accessible in every state at $width pixels, $colorScheme",
    async ({ colorScheme, ...viewport }) => {
      const page = await browser.newPage({ viewport, colorScheme });
      expect(pages.render("WebhookList")).toContain("Loading webhooks");
      const warnings = await openComponent(page, pages, "WebhookList", everyState());
      const card = page.getByRole("article", { name: "Accounting" });
      await card.getByText("Deliveries").click();
      await card.getByText("Given up").waitFor();
      await card.getByText(/^Next attempt/).waitFor();
      await card.getByText("Events of 2 commits expired before they were sent.").waitFor();
      const disabled = page.getByRole("article", { name: "hooks.example.com" });
      await disabled.getByText("HTTP 410").waitFor();
      const overflow = "document.documentElement.scrollWidth - innerWidth";
      expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole("button", { name: "Add an endpoint" }).click();
      await page.getByLabel("Selected kinds").check();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(warnings).toEqual([]);
    },
  );

  it("adds an endpoint by keyboard, shows its secret once, and removes it", async () => {
    const treasury = webhookTreasury();
    const page = await browser.newPage();
    await openComponent(page, pages, "WebhookList", treasury);
    await page.getByText("No endpoints").waitFor();
    await press(page.getByRole("button", { name: "Add an endpoint" }));
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("Enter");
    await dialog.getByText("Enter an https address").waitFor();
    await pressTabUntil(dialog.getByLabel("Address"));
    await page.keyboard.type("https://hooks.example.com/");
    await pressTabUntil(dialog.getByLabel("All, including future kinds"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await dialog.getByText("Select at least one kind of event.").waitFor();
    await pressTabUntil(dialog.getByLabel(/^Rules published/));
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    const secret = await dialog.getByLabel("Secret").inputValue();
    expect(secret).toMatch(/^whsec_/);
    await press(dialog.getByRole("button", { name: "Done" }));
    const card = page.getByRole("article", { name: "hooks.example.com" });
    await card.getByText("rules.published").waitFor();
    expect(await page.content()).not.toContain(secret);

    await press(card.getByRole("button", { name: "Send a test to hooks.example.com" }));
    await page.getByText("The test was received: HTTP 204.").waitFor();
    expect(treasury.received).toEqual(["test"]);

    await press(card.getByRole("button", { name: "Rotate secret of hooks.example.com" }));
    const question = page.getByRole("alertdialog");
    await press(question.getByRole("button", { name: "Rotate secret" }));
    await expect.poll(() => dialog.getByLabel("Secret").inputValue()).not.toBe(secret);
    await press(dialog.getByRole("button", { name: "Done" }));
    await card.getByText("Previous secret").waitFor();

    await press(card.getByRole("button", { name: "Remove hooks.example.com" }));
    await press(question.getByRole("button", { name: "Remove" }));
    await page.getByText("The endpoint hooks.example.com was removed.").waitFor();
    await page.getByText("No endpoints").waitFor();
    await page.waitForFunction("document.activeElement?.textContent === 'Webhooks'");
  });

  it("lists failed events, and sends one or all of them again", async () => {
    const treasury = webhookTreasury();
    await treasury.post("/plugins/webhooks/endpoints", { url: "https://hooks.example.com/" });
    treasury.status = 503;
    for (const id of ["ads", "team"]) {
      await treasury.post("/treasury/rules", { rules: { version: 1, rules: [ruleOf(id)] } });
    }
    const page = await browser.newPage();
    await openComponent(page, pages, "WebhookList", treasury);
    await press(page.locator("summary", { hasText: "Deliveries" }));
    const region = page.getByRole("region", { name: "Deliveries to hooks.example.com" });
    const waiting = region.getByText("1 attempt. HTTP 503.");
    await waiting.nth(1).waitFor();
    treasury.status = 204;
    await press(region.getByRole("button", { name: /^Send again: rules.published/ }).first());
    await waiting.nth(1).waitFor({ state: "detached" });
    await expect.poll(() => waiting.count()).toBe(1);
    await press(region.getByRole("button", { name: "Send all again" }));
    await waiting.waitFor({ state: "detached" });
    await region.getByText("Delivered").nth(1).waitFor();
  });

  it("enables an endpoint that is disabled", async () => {
    const treasury = webhookTreasury();
    await treasury.post("/plugins/webhooks/endpoints", { url: "https://hooks.example.com/" });
    treasury.status = 410;
    await treasury.post("/treasury/rules", { rules: { version: 1, rules: [ruleOf("ads")] } });
    const page = await browser.newPage();
    await openComponent(page, pages, "WebhookList", treasury);
    const enable = page.getByRole("button", { name: "Enable hooks.example.com" });
    await enable.waitFor();
    await press(enable);
    await page.getByText("hooks.example.com is enabled.").waitFor();
    await page.getByText("Enabled", { exact: true }).waitFor();
    await expect.poll(() => enable.count()).toBe(0);
  });

  it("shows an endpoint that needs approvals", async () => {
    const treasury = webhookTreasury();
    const rules = [{ id: "two", then: { requireApprovals: { count: 2 } } }];
    const publication = { rules: { version: 1, rules }, operator: "Ada" } as const;
    const { action } = await treasury.rules.publish(publication);
    const approval = { actionId: action.id, decision: "approve", operator: "Ben" } as const;
    await treasury.actions.decide(approval);
    const added = { url: "https://hooks.example.com/", description: "Accounting" };
    await treasury.post("/plugins/webhooks/endpoints", added);
    const page = await browser.newPage();
    await openComponent(page, pages, "WebhookList", treasury);
    const pending = page.getByRole("article", { name: "Add a webhook endpoint" });
    await pending.getByText("https://hooks.example.com/").waitFor();
    await page.getByText("No endpoints").waitFor();
    await press(pending.getByRole("button", { name: /^Withdraw/ }));
    await pending.waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("article").count()).toBe(0);
  });

  it("has a screen of its own, to which a tab leads only if the service has webhooks", async () => {
    const tab = { name: "Webhooks" } as const;
    const page = await browser.newPage();
    await openComponent(page, pages, "CommandCentreWebhooks", webhookTreasury());
    await page.getByText("No endpoints").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const without = createTreasury({ baseUrl, storage: memoryStorage(), access: "guests" });
    const other = await browser.newPage();
    await openComponent(other, pages, "CommandCentreWebhooks", without);
    await other.getByText("The service has no webhooks").waitFor();
    const agents = await browser.newPage();
    await openComponent(agents, pages, "CommandCentreAgents", without);
    await agents.getByText("No active credentials").waitFor();
    await expect.poll(() => agents.getByRole("tab", tab).count()).toBe(0);
  });
});

const ruleOf = (id: string) => ({ id, then: { limit: { amountUsd: 500, per: "month" } } });
